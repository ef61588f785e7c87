#!/bin/bash
#SBATCH -A dusk-17
#SBATCH -t 10
./program
