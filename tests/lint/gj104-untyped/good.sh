#!/bin/bash
# cluster: calm
#SBATCH --time=10 --gres=gpu:2
./program
