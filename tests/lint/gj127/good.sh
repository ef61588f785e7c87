#!/bin/bash
#SBATCH --account=dawn2026-001
#SBATCH --time=00:10:00
#SBATCH -N 1
#SBATCH --mail-user=me@example.org
#SBATCH --job-name=<N>
#SBATCH --comment=CHANGE_ME
./program
