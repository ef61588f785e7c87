#!/bin/bash
#SBATCH --account=dawn2026-001
#SBATCH --time=10
module load GCC/12.3.0 OpenMPI/4.1.5-GCC-12.3.0
module load FFTW/3.3.10-GCC-12.3.0 CMake/3.26.3-GCCcore-12.3.0
./program
