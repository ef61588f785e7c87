#!/bin/bash
# cluster: zenith
#SBATCH --time=00:30:00
#SBATCH --qos=solo --gpus=2
./program
