#!/bin/bash
# cluster: twilight
#SBATCH --account=dawn2026-001
#SBATCH --time=00:10:00
./program
