#!/bin/bash
#SBATCH --account=dawn2026-001
#SBATCH --time=10
#SBATCH --ti 10
#SBATCH --nosuch value
#SBATCH --nod 2 --mem=4G
./program
