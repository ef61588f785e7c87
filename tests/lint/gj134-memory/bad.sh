#!/bin/bash
# cluster: zenith
#SBATCH --time=00:30:00
#SBATCH --gpus=2
#SBATCH --nodes=1
#SBATCH --mem=160000M
./program
