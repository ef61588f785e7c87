#!/bin/bash
#SBATCH --account=dawn2026-001
#SBATCH --partition=short
./program
