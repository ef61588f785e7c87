#!/bin/bash
#SBATCH --account=dawn2026-001
#SBATCH --time=10
#SBATCH --output=%x-%j.out --error=/dev/null
./program > logs/1
