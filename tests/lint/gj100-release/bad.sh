#!/bin/bash
# cluster: winter
#SBATCH --time=01:00:00
#SBATCH --segment=2
#SBATCH --oom
#SBATCH --tres-per=gres/gpu:1
#SBATCH --requeue=expedite
srun ./heat
