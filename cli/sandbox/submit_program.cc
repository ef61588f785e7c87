// SPDX-License-Identifier: MIT
#include "sandbox/submit_program.h"

// Lua 5.1 (which Debian's Slurm uses) and later. Slurm 22.05 does this: a GPU request arrives as
// "gres:gpu:TYPE:N" or shorter, several with commas; log_user formats its first argument, so a
// message must not be one; and when the script stops at an error the job is accepted, which is why
// everything runs inside pcall and a failure refuses.

namespace gpujob {

namespace {

constexpr std::string_view kSubmitProgram = R"lua(
-- The value of the rule's option, or nil if it is not given.
local function value_of(job, rule)
  local value = job[rule.field]
  if value == nil or (rule.absent and rule.absent[value]) then return nil end
  return value
end

local function matches_any(value, patterns)
  for _, pattern in ipairs(patterns) do
    if string.match(value, pattern) then return true end
  end
  return false
end

local function check_option(job, rule, refuse)
  local value = value_of(job, rule)
  if value == nil then
    if rule.required then refuse(rule.required, rule.missing_code or rule.code) end
    return
  end
  -- The default partition, named, is the job that gets it unnamed.
  local harmless = rule.name == "partition" and value == default_partition
  if rule.forbidden and not harmless then refuse(rule.forbidden, rule.code) end
  local written = string.gsub(tostring(value), "^gres:gpu:", "")
  if rule.patterns and not matches_any(written, rule.patterns) then
    refuse("--" .. rule.name .. " '" .. written .. "' " .. rule.wrong, rule.code)
  end
  local number = tonumber(string.match(written, "(%d+)$"))
  if rule.max and number and number > rule.max then refuse(rule.over, rule.code) end
  for _, other in ipairs(rule.excludes or {}) do
    if value_of(job, other) ~= nil then refuse(other.message, rule.code) end
  end
end

local function wants_gpus(job)
  for _, field in ipairs({"tres_per_job", "tres_per_node", "tres_per_socket", "tres_per_task"}) do
    for request in string.gmatch(job[field] or "", "[^,]+") do
      local rest = string.match(request .. ":", "^gres:gpu:(.*)$")
      if rest and tonumber(string.match(":" .. rest, ":(%d+):$") or 1) > 0 then return true end
    end
  end
  return false
end

-- Has a node with these features what the constraint asks for? `&` and `|` bind alike, from the
-- left, as Slurm reads them; in "[a*2&b*1]" each word is for other nodes.
local function serves(features, constraint)
  if string.find(constraint, "*", 1, true) then
    constraint = string.gsub(constraint, "&", "|")
  end
  local at = 1
  local expression
  local function term()
    local inside = string.match(constraint, "^[%(%[]()", at)
    if inside then
      at = inside
      local value = expression()
      at = string.match(constraint, "^[%)%]]()", at) or at
      return value
    end
    local word, behind = string.match(constraint, "^([^&|%(%)%[%]]+)()", at)
    at = behind or at + 1
    return word ~= nil and features[(string.gsub(word, "%*%d+$", ""))] == true
  end
  function expression()
    local value = term()
    while true do
      local operator, behind = string.match(constraint, "^([&|])()", at)
      if operator == nil then return value end
      at = behind
      local right = term()
      if operator == "&" then value = value and right else value = value or right end
    end
  end
  return expression()
end

-- Has the partition nodes for the job with GPUs, and without? Unknown nodes count as the former.
local function nodes_for(job, name)
  local known, with, without = false, false, false
  for _, shape in ipairs(shapes) do
    local here = shape.partitions == nil or shape.partitions[name]
    known = known or here
    if here and (job.features == nil or serves(shape.features, job.features)) then
      if shape.gpus then with = true else without = true end
    end
  end
  return with or not known, without
end

-- Nodes of the job, at least.
local function nodes_of(job)
  local nodes = job.min_nodes
  if nodes == nil or nodes == 0 or nodes == slurm.NO_VAL then return 1 end
  return nodes
end

local function give_whole_nodes(job)
  local least = job.qos and whole_qos[job.qos]
  if least and nodes_of(job) >= least then job.shared = slurm.JOB_SHARED_NONE end
end

local function check_partition(job, name, rule, refuse)
  -- Interactive jobs have no script.
  if rule.no_batch and job.script ~= nil then refuse(rule.no_batch, slurm.ESLURM_ACCESS_DENIED) end
  if rule.gpu_required and not wants_gpus(job) then
    local with, without = nodes_for(job, name)
    local come_anyway = rule.whole and not without
    if with and not come_anyway then refuse(rule.gpu_required) end
  end
  if rule.whole_if_several and nodes_of(job) > 1 then job.shared = slurm.JOB_SHARED_NONE end
end

local function check_partitions(job, refuse)
  local asked = job.partition or default_partition or ""
  local forbidden, allowed = nil, false
  for name in string.gmatch(asked, "[^,]+") do
    local rule = partitions[name]
    if rule == nil then
      allowed = true  -- Slurm itself refuses a name that it does not know
    else
      check_partition(job, name, rule, refuse)
      forbidden = forbidden or rule.gpu_forbidden
      allowed = allowed or rule.gpu_forbidden == nil
    end
  end
  -- With several partitions one that takes the job is enough.
  if forbidden and not allowed and wants_gpus(job) then refuse(forbidden) end
end

-- A number that the job gives, or nil: Slurm has several values for "not given".
local function given(value)
  if value == nil or value == 0 or value == slurm.NO_VAL16 or value == slurm.NO_VAL then
    return nil
  end
  return value
end

-- GPUs of "gres:gpu:TYPE:N", of all types together, and the type if there is just one. Of two
-- counts of a type the last one holds, as in Slurm.
local function gpus_of(text)
  local counts = {}
  for request in string.gmatch(text or "", "[^,]+") do
    local rest = string.match(request .. ":", "^gres:gpu:(.*)$")
    if rest then
      local type = not string.match(rest, "^%d*:$") and string.match(rest, "^([^:]+):") or ""
      counts[type] = tonumber(string.match(":" .. rest, ":(%d+):$") or 1)
    end
  end
  local only = next(counts)
  if only and (only == "" or next(counts, only)) then only = nil end
  local count = 0
  for _, of_type in pairs(counts) do count = count + of_type end
  return count > 0 and count or nil, only
end

-- What the job asks for: GPUs in all, GPUs per node (nil: any), CPUs in all, CPUs per task.
local function size_of(job)
  local nodes = given(job.min_nodes) or 1
  local per_task = given(job.cpus_per_task) or 1
  local tasks = given(job.num_tasks) or (given(job.ntasks_per_node) or 1) * nodes
  local size = {cpus = tasks * per_task, task = per_task}
  local gpus_per_node, gpus_per_task, type_of_task
  gpus_per_node, size.type = gpus_of(job.tres_per_node)
  gpus_per_task, type_of_task = gpus_of(job.tres_per_task)
  if gpus_per_node then
    -- Together they decide the tasks on each node, and so how many nodes all of them take.
    if gpus_per_task then
      nodes = math.max(nodes, math.ceil(tasks * gpus_per_task / gpus_per_node))
    end
    size.gpus, size.gpus_per_node, size.nodes = gpus_per_node * nodes, gpus_per_node, nodes
  else
    size.type = type_of_task
    if gpus_per_task then
      size.gpus = gpus_per_task * tasks
    else
      size.gpus, size.type = gpus_of(job.tres_per_job)
    end
    -- On several nodes they need not be spread evenly.
    if given(job.min_nodes) == 1 then size.gpus_per_node = size.gpus end
  end
  local cpus_per_gpu = gpus_of(job.cpus_per_tres)
  if cpus_per_gpu and size.gpus then size.cpus = cpus_per_gpu * size.gpus end
  return size
end

-- Some nodes limit the CPUs per GPU. The limit does not matter for a job that other nodes take, or
-- that Slurm itself finds too large for them.
local function check_cpus_per_gpu(job, refuse)
  local size, over, most = size_of(job), nil, 0
  if size.gpus == nil then return end
  for _, shape in ipairs(shapes) do
    local fits = shape.count and (size.type == nil or shape.type == size.type)
      and shape.count >= (size.gpus_per_node or 1) and (shape.cpus or size.task) >= size.task
      and (job.features == nil or serves(shape.features, job.features))
    if fits then
      local limit = shape.max_cpus_per_gpu and shape.max_cpus_per_gpu * size.gpus
      if limit == nil or size.cpus <= limit then return end
      if limit > most then over, most = shape.over, limit end
    end
  end
  if over then
    refuse(size.cpus .. " CPUs for " .. size.gpus .. " GPUs are too many " .. over ..
      "; ask for at most " .. most)
  end
end

-- How many tasks "0-9:2,12%3" is; 1 without an array.
local function tasks_of(indices)
  if indices == nil then return 1 end
  local count = 0
  for part in string.gmatch((string.gsub(indices, "%%.*", "")), "[^,]+") do
    local first, last, step = string.match(part, "^(%d+)%-?(%d*):?(%d*)$")
    local from = tonumber(first) or 0
    local steps = ((tonumber(last) or from) - from) / (tonumber(step) or 1)
    count = count + math.floor(steps) + 1
  end
  return count
end

-- What is known of the job's size: ranges of nodes and GPUs, CPUs at least, minutes.
local function known_size(job)
  local size = size_of(job)
  local least = given(job.min_nodes)
  local tasks = given(job.num_tasks) or 1
  local known = {cpus = size.cpus, minutes = given(job.time_limit),
    qos = job.qos ~= "" and job.qos or nil, tasks = tasks_of(job.array_inx)}
  local most = given(job.max_nodes) or least
  if least == nil and gpus_of(job.tres_per_job) == nil then most = tasks end
  local by_gpus = most_gpus and size.gpus and math.ceil(size.gpus / most_gpus) or 1
  known.nodes = {math.max(least or 1, size.nodes or by_gpus), most}
  local exact = most == (least or 1) or gpus_of(job.tres_per_job) ~= nil
  known.gpus = {size.gpus or 0, (size.gpus == nil and 0) or (exact and size.gpus) or nil}
  return known
end

-- Does the range hold all that the job may be?
local function holds(range, size)
  if range == nil then return true end
  if size[1] < range[1] then return false end
  return range[2] == nil or (size[2] ~= nil and size[2] <= range[2])
end

-- A number, or the least of a range.
local function least_of(measure)
  if type(measure) == "table" then return measure[1] end
  return measure
end

local function broken_limits(name, size)
  local broken = {}
  for _, limit in ipairs(limits) do
    local here = (limit.partition == nil or limit.partition == name)
      and (limit.qos == nil or limit.qos == (size.qos or "none"))
      and holds(limit.nodes, size.nodes) and holds(limit.gpus, size.gpus)
    local value = limit.measure and least_of(size[limit.measure])
    if here and (limit.measure == nil or (value and value > limit.most)) then
      table.insert(broken, limit)
    end
  end
  return broken
end

-- With several partitions one that takes the job is enough.
local function check_limits(job, refuse)
  if #limits == 0 then return end
  local size, first = known_size(job), nil
  for name in string.gmatch(job.partition or default_partition or "-", "[^,]+") do
    local broken = broken_limits(name, size)
    if #broken == 0 then return end
    first = first or broken
  end
  for _, limit in ipairs(first or {}) do refuse(limit.message, limit.code) end
end

local function check(job)
  local result = slurm.SUCCESS
  local function refuse(message, code)
    slurm.log_user("%s", message)
    if result == slurm.SUCCESS then result = code or slurm.ERROR end
  end
  for _, rule in ipairs(options) do check_option(job, rule, refuse) end
  check_partitions(job, refuse)
  give_whole_nodes(job)
  check_cpus_per_gpu(job, refuse)
  check_limits(job, refuse)
  return result
end

function slurm_job_submit(job, parts, uid)
  local ran, result = pcall(check, job)
  if ran then return result end
  slurm.log_user("%s", "the submit rules of this sandbox failed: " .. tostring(result))
  return slurm.ERROR
end

function slurm_job_modify(job, record, parts, uid)
  return slurm.SUCCESS
end

return slurm.SUCCESS
)lua";

}  // namespace

std::string_view submit_program() {
  return kSubmitProgram.substr(1);
}

}  // namespace gpujob
