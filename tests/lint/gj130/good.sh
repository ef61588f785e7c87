#!/bin/bash
#SBATCH --account=dawn2026-001
#SBATCH --time=10
#SBATCH -n 4 -N 1
srun -n 4 -p batch --nodes 1 ./program -n 8
srun --mpi=pmix -n2 ./program
cat <<END
srun -n 8 ./program
END
