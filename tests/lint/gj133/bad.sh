#!/bin/bash
# cluster: zenith
#SBATCH --nodes=5
#SBATCH --time=01:30:00
./program
