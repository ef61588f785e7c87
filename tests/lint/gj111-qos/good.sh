#!/bin/bash
# cluster: zenith
#SBATCH --time=00:30:00
#SBATCH --qos=near --gpus=2
./program
