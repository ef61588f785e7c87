#!/bin/bash
# cluster: summer
#SBATCH --time=01:00:00
#SBATCH --power=level
#SBATCH --get-user-env=10L
#SBATCH --contain=/images/heat
#SBATCH --res=maintenance
#SBATCH --consolidate-segments
srun ./heat
