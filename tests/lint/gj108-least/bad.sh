#!/bin/bash
#SBATCH --account=dawn2026-001
#SBATCH --time=01:00:00
#SBATCH --time-min=2:00:00
./program
