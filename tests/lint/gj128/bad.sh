#!/bin/bash
#SBATCH --account=$PROJECT
#SBATCH --time=10
#SBATCH -n ${N}
#SBATCH --output=$HOME/%j.out
./program
