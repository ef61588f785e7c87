#!/bin/bash
# cluster: noon
#SBATCH --time=10 -p night -C fat
./program
