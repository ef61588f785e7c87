#!/bin/bash
# cluster: borealis
#SBATCH --time=00:10:00
#SBATCH -p shared -n 1 --gpus-per-task=1
python integrate2d.py
