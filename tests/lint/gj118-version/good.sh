#!/bin/bash
# cluster: meridian
#SBATCH --time=00:10:00
#SBATCH --gpus=1 --constraint=l40s
module load CUDA/13.0.2
./program
