#!/bin/bash
#SBATCH --account=dawn2026-001
#SBATCH --time=00:10:00
#SBATCH --partition=short
#SBATCH --ntasks-per-node=20 --mem-per-cpu=18G
./program
