#!/bin/bash
# cluster: winter
#SBATCH --time=01:00:00
#SBATCH --extra=2:4:1
#SBATCH --power=level
#SBATCH --get-user-env=10L
#SBATCH --export-file=job.env
#SBATCH --cluster=winter
#SBATCH --ntasks-per-tres=2
#SBATCH --contain=/images/heat
#SBATCH --res=maintenance
srun ./heat
