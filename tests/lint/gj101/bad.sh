#!/bin/bash
#SBATCH --time=00:10:00
./program
