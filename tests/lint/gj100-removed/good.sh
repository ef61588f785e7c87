#!/bin/bash
# cluster: summer
#SBATCH --time=01:00:00
#SBATCH --extra=rack=7
#SBATCH --segm=2
#SBATCH --stepmgr
#SBATCH --get-user-env
#SBATCH --cons=skylake
#SBATCH --spread
#SBATCH --reserv=maintenance
#SBATCH --tres-per=gres/gpu:1
srun ./heat
