# The script says where its output goes; 'gpujob logs' follows these links.
[ -e "job.$job_id.$restart.out" ] ||
  ln -s -- "$(readlink /proc/$$/fd/1)" "job.$job_id.$restart.out"
[ -e "job.$job_id.$restart.err" ] ||
  ln -s -- "$(readlink /proc/$$/fd/2)" "job.$job_id.$restart.err"
