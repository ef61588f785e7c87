#!/bin/bash
#SBATCH --account=dawn2026-001
#SBATCH --time=10
#SBATCH --output=logs.%x.%j.out
#SBATCH --error={1}.err
#SBATCH --job-name=my_project
#SBATCH --comment={{project}}
#SBATCH --mail-user=xx@example.org
./program
