-- "You must give a project; there is no default."
function refusal(job)
  local project = job.account or ""
  if string.match(project, "^uppmax20%d%d%-%d+%-%d+$") or
     string.match(project, "^naiss20%d%d%-%d+%-%d+$") then
    return nil
  end
  return "--account: give a project of yours", slurm.ESLURM_INVALID_ACCOUNT
end
