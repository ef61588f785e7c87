#!/bin/bash
# cluster: zenith
#SBATCH --time=00:30:00
#SBATCH --array=0-10,1001
./program
