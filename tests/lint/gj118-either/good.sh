#!/bin/bash
# cluster: meridian
#SBATCH --time=00:10:00
#SBATCH --gpus=1 --constraint=nvidia
module load CUDA/12.1.1
./program
