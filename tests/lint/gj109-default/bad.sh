#!/bin/bash
# cluster: calm
#SBATCH --partition=batch
./program
