#!/bin/bash
# cluster: zenith
#SBATCH --nodes=4
#SBATCH --time=01:30:00
./program
