#!/bin/bash
#SBATCH --account=dawn2026-001
#SBATCH --qos=test
#SBATCH --time=00:31:00
./program
