#!/bin/bash
#SBATCH --account=dawn2026-001
#SBATCH --time=00:10:00
#SBATCH --gpus=2 -C l40s -N 1
accelerate launch --multi_gpu --num_processes=4 --num_machines 2 train.py
python -m accelerate.commands.launch --num_processes 4 train.py
srun deepspeed --num_gpus 4 --num_nodes=2 train.py
