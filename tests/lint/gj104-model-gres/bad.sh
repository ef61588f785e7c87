#!/bin/bash
# cluster: borealis
#SBATCH --account=dawn2026-1 --time=10 -p shared --gres=l40s:1,gpu:1
./program
