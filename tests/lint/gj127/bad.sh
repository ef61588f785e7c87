#!/bin/bash
#SBATCH --account=<project>
#SBATCH --time=HH:MM:SS
#SBATCH -N N
#SBATCH --mail-user=<email>
./program
