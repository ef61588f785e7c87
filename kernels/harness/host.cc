// SPDX-License-Identifier: MIT
#include "harness/host.h"

#include <cstdlib>
#include <ctime>
#include <unistd.h>

#include "device/cores.h"
#include "device/isa.h"
#include "device/macros.h"
#include "device/processor.h"

namespace gpujob {

namespace {

/// Position of the comma that ends the item from `start`; commas in brackets do not.
std::size_t item_end(const std::string& list, std::size_t start) {
  int depth = 0;
  for (std::size_t k = start; k < list.size(); ++k) {
    if (list[k] == '[') ++depth;
    if (list[k] == ']') --depth;
    if (list[k] == ',' && depth == 0) return k;
  }
  return list.size();
}

/// Appends one item with all its brackets written out; numbers keep their leading zeros.
void expand_item(const std::string& item, std::vector<std::string>& nodes) {
  const std::size_t open = item.find('['), close = item.find(']', open);
  if (open == std::string::npos || close == std::string::npos) {
    nodes.push_back(item);
    return;
  }
  const std::string inside = item.substr(open + 1, close - open - 1);
  for (std::size_t start = 0; start < inside.size();) {
    const std::size_t end = item_end(inside, start);
    const std::string range = inside.substr(start, end - start);
    const std::size_t dash = range.find('-');
    const std::string first = range.substr(0, dash);
    const long from = std::strtol(first.c_str(), nullptr, 10);
    const long to =
        dash == std::string::npos ? from : std::strtol(range.substr(dash + 1).c_str(), nullptr, 10);
    for (long number = from; number <= to; ++number) {
      std::string digits = std::to_string(number);
      if (digits.size() < first.size()) digits.insert(0, first.size() - digits.size(), '0');
      expand_item(item.substr(0, open) + digits + item.substr(close + 1), nodes);
    }
    start = end + 1;
  }
}

}  // namespace

std::string environment(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? std::string() : std::string(value);
}

std::vector<std::string> expand_nodes(const std::string& list) {
  std::vector<std::string> nodes;
  for (std::size_t start = 0; start < list.size();) {
    const std::size_t end = item_end(list, start);
    expand_item(list.substr(start, end - start), nodes);
    start = end + 1;
  }
  return nodes;
}

RunFacts read_run_facts() {
  RunFacts run;
  run.id = environment("GPUJOB_RUN_ID");
  run.site = environment("GPUJOB_SITE");
  run.cluster = environment("GPUJOB_CLUSTER");
  run.partition = environment("GPUJOB_PARTITION");
  run.gpu_key = environment("GPUJOB_GPU_KEY");
  run.gpu_model = environment("GPUJOB_GPU_MODEL");
  run.sandbox = environment("GPUJOB_SANDBOX");
  run.stand_in_for = environment("GPUJOB_STAND_IN_FOR");
  if (kEmulated) run.stand_in_for = GPUJOB_RUNTIME;
  run.job_id = environment("SLURM_JOB_ID");
  run.executor = environment("GPUJOB_EXECUTOR");
  if (run.executor.empty()) run.executor = run.job_id.empty() ? "local" : "slurm";
  if (run.partition.empty()) run.partition = environment("SLURM_JOB_PARTITION");
  run.nodes = expand_nodes(environment("SLURM_JOB_NODELIST"));
  const long launch = std::strtol(environment("GPUJOB_LAUNCH").c_str(), nullptr, 10);
  if (launch > 0) run.launch = static_cast<int>(launch);
  return run;
}

HostFacts read_host_facts() {
  HostFacts host;
  char name[256] = {};
  if (gethostname(name, sizeof name - 1) == 0) host.name = name;
  host.cpu = proc_text("/proc/cpuinfo", "model name");
  host.processor = processor_architecture();
  host.isa = gpujob::name(Isa::Baseline);
  host.cores_allowed = allowed_cores();
  host.affinity = proc_text("/proc/self/status", "Cpus_allowed_list");
  return host;
}

std::string utc_now() {
  const std::time_t now = std::time(nullptr);
  std::tm parts{};
  gmtime_r(&now, &parts);
  char text[32];
  std::strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", &parts);
  return text;
}

}  // namespace gpujob
