#!/bin/bash
#SBATCH --account={{project}}
#SBATCH --reservation=[name]
#SBATCH --time=...
#SBATCH --gres=gpu:N
#SBATCH --output=<name>.out
#SBATCH --mail-user=%EMAIL%
./program
