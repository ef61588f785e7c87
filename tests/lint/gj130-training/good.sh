#!/bin/bash
#SBATCH --account=dawn2026-001
#SBATCH --time=00:10:00
#SBATCH --gpus=2 -C l40s -N 1
accelerate launch --multi_gpu --num_processes=2 --num_machines 1 train.py --num_processes 8
accelerate config default
deepspeed --num_gpus 2 train.py --deepspeed ds.json --num_gpus=8
python train.py --launcher accelerate --num_processes 8
