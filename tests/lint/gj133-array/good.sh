#!/bin/bash
# cluster: zenith
#SBATCH --time=00:30:00
#SBATCH --array=0-10,200-210,300-310,1000%4
./program
