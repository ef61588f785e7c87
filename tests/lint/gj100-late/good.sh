#!/bin/bash
#SBATCH --account=dawn2025-151
#SBATCH --time=00:10:00
cat > next.sh <<'NEXT'
#!/bin/bash
#SBATCH --account=dawn2025-151
#SBATCH --time=00:10:00
./heat
NEXT
sbatch next.sh
