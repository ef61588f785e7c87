// SPDX-License-Identifier: MIT
#include "command/where_options.h"

#include "base/format.h"
#include "run/run_query.h"

namespace gpujob {

Result<CompareOptions> where_options(const Arguments& arguments, Instant now) {
  CompareOptions wanted;
  if (!arguments.positional().empty()) wanted.workload = arguments.positional()[0];
  for (const std::string& pair : arguments.values("where")) {
    const std::size_t equals = pair.find('=');
    if (equals == std::string::npos || equals == 0) {
      return Failure(ExitCode::Usage, format("--where '{}'", pair), "not of the form KEY=VALUE");
    }
    wanted.where.emplace_back(pair.substr(0, equals), pair.substr(equals + 1));
  }
  auto since = start_of(arguments.value_or("since", ""), now);
  if (!since) return since.failure();
  wanted.since = *std::move(since);
  return wanted;
}

}  // namespace gpujob
