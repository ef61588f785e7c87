#!/bin/bash
# cluster: meridian
#SBATCH --time=00:10:00
#SBATCH --partition=bare
./program
