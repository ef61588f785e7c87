#!/bin/bash
# cluster: meridian
#SBATCH --gpus=1 -C mi100
apptainer exec --rocm image.sif ./program
