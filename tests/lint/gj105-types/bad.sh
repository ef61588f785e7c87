#!/bin/bash
#SBATCH --account=dawn2026-001
#SBATCH --time=10
#SBATCH --gres=gpu:l40s:1,gpu:A100:1
./program
