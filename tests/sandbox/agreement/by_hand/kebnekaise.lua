-- "The account is mandatory."
function refusal(job)
  if string.match(job.account or "", "^hpc2n20%d%d%-%d%d%d$") then return nil end
  return "--account: a project of HPC2N is needed", slurm.ESLURM_INVALID_ACCOUNT
end
