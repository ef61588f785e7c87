#!/bin/bash
# cluster: zenith
#SBATCH --time=00:30:00
#SBATCH --gres=gpu:2
#SBATCH --cpus-per-task=2
./program
