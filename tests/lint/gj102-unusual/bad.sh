#!/bin/bash
#SBATCH -A staff
#SBATCH -t 10
./program
