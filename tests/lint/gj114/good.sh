#!/bin/bash
#SBATCH --account=dawn2026-001
#SBATCH --time=00:10:00
#SBATCH --qos=test
#SBATCH --mem=1G
#SBATCH --nodes=2
srun ./program
