#!/bin/bash
# cluster: hearsay
#SBATCH --account=dawn2026-001
#SBATCH --time=00:10:00
#SBATCH -C 'zen4&GROUP_A'
./program
