#!/bin/bash
#SBATCH --account=dawn2026-001
#SBATCH --time=10
#SBATCH --gpus=1 -C l40s
module --force purge
module use /sw/12.1.1
module load \
  CUDA/12.1.1 \
  GCC/12.3.0
cat > next.sh <<END
module CUDA/12.1.1
SBATCH --mem=4G
END
./GCC/12.3.0
echo "a
GCC/12.3.0
"
export CUDA_VISIBLE_DEVICES=$SLURM_LOCALID
./program
