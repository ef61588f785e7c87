#!/bin/bash
# cluster: calm
#SBATCH --time=10 --gres=gpu:a40:2
./program
