#!/bin/bash
# cluster: noon
#SBATCH --time=10
./program
