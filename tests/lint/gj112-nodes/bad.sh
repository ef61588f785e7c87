#!/bin/bash
#SBATCH --account=dawn2026-001
#SBATCH --time=00:10:00
#SBATCH -n 5 --ntasks-per-node=1 --gres=gpu:1
mpprun ./program
