#!/bin/bash
#SBATCH --account=dawn2026-001
#SBATCH --time=10
#SBATCH --gpus=1 -C l40s
python -m torch.distributed.run --nproc-per-node=1 train.py
srun torchrun --nproc_per_node 1 train.py --nproc-per-node=4
python train.py torchrun --nproc-per-node=4
srun --gres=gpu:1 ./program
