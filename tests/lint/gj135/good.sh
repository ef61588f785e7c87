#!/bin/bash
# cluster: eclipse
#SBATCH --time=00:30:00
#SBATCH --nodes=1
#SBATCH --ntasks=2
#SBATCH --gres=gpu:a100_1g.5gb:2
srun ./program
