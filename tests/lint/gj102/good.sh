#!/bin/bash
#SBATCH -A dawn2026-123
#SBATCH -t 10
./program
