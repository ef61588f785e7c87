#!/bin/bash
#SBATCH --account=dawn2026-001
#SBATCH --time=UNLIMITED
./program
