#!/bin/bash
#SBATCH --account=dawn2026-001
#SBATCH --time=01:00:00
#SBATCH --distribution=cyclic:block
./program
