#!/bin/bash
# cluster: zenith
#SBATCH --time=00:30:00
#SBATCH --partition=part --gpus=2
#SBATCH --qos=near
./program
