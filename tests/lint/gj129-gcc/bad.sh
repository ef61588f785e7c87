#!/bin/bash
#SBATCH --account=dawn2026-001
#SBATCH --time=10
module load GCC/12.3.0 OpenMPI/4.1.5-GCC-12.3.0
module load FFTW/3.3.10-GCC-13.2.0
./program
