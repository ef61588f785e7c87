#!/bin/bash
#SBATCH --account=dawn2026-001
#SBATCH --time=00:10:00
#SBATCH --nodelist=n1
#SBATCH --qos=fast
#SBATCH --mem=1G
#SBATCH --mem-per-cpu=1G
#SBATCH --nodes=9
srun ./program
