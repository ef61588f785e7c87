#!/bin/bash
#SBATCH --account=dawn2026-001
#SBATCH --time=10
#SBATCH --gpus=1 -C l40s
python -m torch.distributed.run --nproc-per-node=4 train.py
srun --gpus-per-node=2 ./program
srun torchrun --nproc_per_node 4 train.py
srun --gres=gpu:2 ./program
