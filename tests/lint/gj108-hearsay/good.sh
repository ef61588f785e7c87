#!/bin/bash
# cluster: hearsay
#SBATCH --account=dawn2026-001
#SBATCH --time=1-00:00:00
./program
