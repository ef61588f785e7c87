
-- Every cluster's filter ends so; `refusal` is its own.
function slurm_job_submit(job, partitions, uid)
  local words, code = refusal(job)
  if words == nil then return slurm.SUCCESS end
  slurm.log_user("%s", words)
  return code
end

function slurm_job_modify(job, record, partitions, uid)
  return slurm.SUCCESS
end

return slurm.SUCCESS
