#!/bin/bash
#SBATCH --account=dawn2026-001
#SBATCH --time=00:10:00
ml CUDA/12.1.1
nvcc -o integrate2d integrate2d.cu
