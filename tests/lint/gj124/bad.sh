#!/usr/bin/env python3
# cluster: hearsay
#SBATCH --account=dawn2026-001
#SBATCH --time=00:10:00
print(1)
