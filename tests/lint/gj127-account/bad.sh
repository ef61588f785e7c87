#!/bin/bash
#SBATCH --account=dawn20XX-XXX
#SBATCH --time=10
./program
