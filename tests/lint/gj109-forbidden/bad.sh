#!/bin/bash
# cluster: calm
#SBATCH -p batch
./program
