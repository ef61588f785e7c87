#!/bin/bash
#SBATCH --account=dawn2026-001
#SBATCH --time=01:00:00
#SBATCH --deadline=2020-01-20T12:00:00
./program
