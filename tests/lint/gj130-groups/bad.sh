#!/bin/bash
#SBATCH --account=dawn2026-001
#SBATCH --time=10
#SBATCH -n 4
(srun -n 8 ./program)
{ srun -n 8 ./program; }
while ! srun -n 8 ./program; do sleep 9; done
found=$(srun -n 8 ./program)
