#!/bin/bash
#SBATCH -A <proj ID> --time=00:10:00
# SBATCH --nodes=1
#SBTACH --ntasks=2
#SBATCH --gpu=1
#SBATCH --mem=1G
module load CUDA/12.9.1
#SBATCH --gpus=1
