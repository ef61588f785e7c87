#!/bin/bash
#SBATCH --account=dawn2026-001
#SBATCH --time=01:00:00
#SBATCH --deadline=now+2hours
./program
