#!/bin/bash
# cluster: borealis
#SBATCH --account=dawn2026-1 --time=10 -p shared --gres=gpu:1
./program
