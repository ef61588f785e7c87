#!/bin/bash
#SBATCH --account=dawn2026-001
#SBATCH --time=10
srun --mem=4.5G ./program
sbatch -p other --time=1h next.sh
