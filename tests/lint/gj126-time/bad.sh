#!/bin/bash
#SBATCH --account=dawn2026-001
#SBATCH --time=1h
./program
