#!/bin/bash
#SBATCH --account=dawn2026-001
#SBATCH --time=10
#SBATCH -n 4
(srun -n 4 ./program)
{ srun -n 4 ./program; }
sum=$((3 + 5))
found=$(srun -n 4 ./program)
echo "(srun -n 8 ./program)" "x=$(date)"
