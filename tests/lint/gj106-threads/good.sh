#!/bin/bash
# cluster: borealis
#SBATCH --account=dawn2026-1
#SBATCH --time=10
#SBATCH -p main --threads-per-core=2
./program
