#!/bin/bash
#SBATCH --account=dawn2026-001
# Written with gpujob port: '--qos=urgent' is gone.
#SBATCH --time=10
echo "# gpujob port: was 'module load solver/4'"
./program
