#!/bin/bash
#SBATCH --account=dawn2026-001
#SBATCH --time=10 -o ./%j.out
./program
