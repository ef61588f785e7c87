if ((restart > 0)); then
  exec >"job.$job_id.$restart.out" 2>"job.$job_id.$restart.err"
fi
