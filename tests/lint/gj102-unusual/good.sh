#!/bin/bash
# cluster: unknown
#SBATCH -A staff
#SBATCH -t 10
./program
