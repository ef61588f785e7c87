#!/bin/bash
#SBATCH --account=dawn2026-001
#SBATCH --time=10
#SBATCH --comm hello --nodes 1 --mem 4G
./program
