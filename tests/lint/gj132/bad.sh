#!/bin/bash
#SBATCH --account=dawn2026-001
# gpujob port: was '--qos=urgent'
#SBATCH --time=10
for model in a b; do
  # gpujob port: was 'module load solver/4'
  :
done
./program
