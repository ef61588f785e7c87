-- "A partition must be named." Without an account the default allocation counts.
function refusal(job)
  if job.partition == nil then
    return "--partition: name one", slurm.ESLURM_INVALID_PARTITION_NAME
  end
  local account = job.account
  if account == nil or account == "pdc.staff" or
     string.match(account, "^[Nn][Aa][Ii][Ss][Ss]20%d%d%-%d+%-%d+$") then
    return nil
  end
  return "--account: an allocation of PDC is needed", slurm.ESLURM_INVALID_ACCOUNT
end
