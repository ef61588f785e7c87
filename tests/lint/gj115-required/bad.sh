#!/bin/bash
# cluster: borealis
#SBATCH --partition=main
./program
