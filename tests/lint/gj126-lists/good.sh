#!/bin/bash
#SBATCH --account=dawn2026-001
#SBATCH --time=01:00:00
#SBATCH --licenses=matlab@db:2,ansys
#SBATCH --exclude=n[1-2],m3
#SBATCH --kill-on-invalid-dep=Yes
./program
