#!/bin/bash
# cluster: borealis
#SBATCH --time=00:10:00
#SBATCH -p main
./program
