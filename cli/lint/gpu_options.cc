// SPDX-License-Identifier: MIT
#include "lint/gpu_options.h"

#include <algorithm>
#include <array>
#include <utility>

#include "base/text.h"

// --gpus=[type:]N is the job's total, --gpus-per-node and --gres=gpu are a node's, --gpus-per-task
// is a task's. Each takes a list: --gres=gpu:a:1,nvme:100 asks for one GPU. A type that is counted
// a node twice is not added up: the last one counts, and --gres comes after --gpus-per-node
// (measured on Slurm 22.05.8). Sources: https://slurm.schedmd.com/sbatch.html,
// https://slurm.schedmd.com/gres.html

namespace gpujob {

namespace {

constexpr std::array<std::pair<std::string_view, GpuScope>, 4> kOptions = {{
    {"gpus", GpuScope::Job},
    {"gpus-per-node", GpuScope::Node},
    {"gpus-per-task", GpuScope::Task},
    {"gres", GpuScope::Node},
}};
constexpr long long kMaxGpuCount = 1'000'000'000;

/// "type:2", "2", "type" after the resource's name.
GpuRequest read_count(std::string_view text, const Directive& directive, GpuScope scope) {
  GpuRequest request{directive.line, directive.option, scope, "", 1};
  text = text.substr(0, text.find('('));  // --gres=gpu:2(S:0-1)
  const std::size_t colon = text.rfind(':');
  const std::string_view last = colon == std::string_view::npos ? text : text.substr(colon + 1);
  const std::optional<long long> count = parse_integer(last);
  if (count) request.count = std::min(*count, kMaxGpuCount);
  if (!count) {
    request.type = std::string(text);
  } else if (colon != std::string_view::npos) {
    request.type = std::string(text.substr(0, colon));
  }
  return request;
}

/// The part of a --gres item after "gpu", or nothing if it is another resource.
std::optional<std::string_view> after_gpu(std::string_view item) {
  for (const std::string_view prefix : {"gres:", "gres/"}) {
    if (item.starts_with(prefix)) item.remove_prefix(prefix.size());
  }
  if (item == "gpu") return std::string_view("1");
  if (item.starts_with("gpu:")) return item.substr(4);
  return std::nullopt;
}

}  // namespace

std::vector<GpuRequest> gpu_requests(const BatchScript& script) {
  std::vector<GpuRequest> requests;
  for (const auto& [option, scope] : kOptions) {
    const Directive* directive = script.find(std::string(option));
    if (directive == nullptr || !directive->value) continue;
    for (const std::string_view item : split(*directive->value, ',')) {
      const std::optional<std::string_view> count =
          option == "gres" ? after_gpu(item) : std::optional(item);
      if (!count || count->empty()) continue;
      const GpuRequest request = read_count(*count, *directive, scope);
      std::erase_if(requests, [&](const GpuRequest& earlier) {
        return earlier.scope == request.scope && earlier.type == request.type;
      });
      if (request.count > 0) requests.push_back(request);
    }
  }
  return requests;
}

}  // namespace gpujob
