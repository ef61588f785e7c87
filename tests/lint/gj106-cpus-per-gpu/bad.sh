#!/bin/bash
# cluster: calm
#SBATCH --time=10 -N 1 --gres=gpu:2 --cpus-per-gpu=4 --hint=nomultithread
srun ./program
