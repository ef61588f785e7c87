#!/bin/bash
#SBATCH --account=dawn2026-001
#SBATCH --time=00:10:00
#SBATCH --gres=gpu:1 -t 1:00:01
srun ./program
