#!/bin/tcsh
# cluster: calm
#SBATCH --time=00:10:00
./program
