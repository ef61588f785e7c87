#!/bin/bash
# cluster: noon
#SBATCH --time=10 -p day -C fat
./program
