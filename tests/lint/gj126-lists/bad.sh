#!/bin/bash
#SBATCH --account=dawn2026-001
#SBATCH --time=01:00:00
#SBATCH --licenses=matlab:two
#SBATCH --exclude=n[1-2
#SBATCH --kill-on-invalid-dep=true
./program
