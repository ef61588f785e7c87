#!/bin/bash
# cluster: aurora
#SBATCH --account=dawn2026-001
#SBATCH --time=00:10:00
./program
