// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "plan/draft.h"
#include "plan/gpu_choice.h"

// The points of a sweep mostly differ in the values of parameters, and their plans in the values
// and the program's arguments. Example: of n=1000 and n=2000 the time limits are both two minutes,
// so one plan serves for both; n=900000 takes longer and is resolved by itself.

namespace gpujob {

/// Values of a workload's parameters, and what follows from them.
struct PointValues {
  NamedValues parameters;
  std::vector<std::string> arguments;  ///< of the program
  /// Equal texts: the plans differ in nothing but parameters and arguments.
  std::string others;
};

/// Does again those steps of `resolve` that depend on the values of parameters.
class PointPlanner {
 public:
  /// `plan` is what `resolve` made of `request`.
  PointPlanner(Request request, const ResolveInput& input, const JobPlan& plan);
  PointPlanner(const PointPlanner&) = delete;

  /// Of the same request with these parameters; nothing if `resolve` may refuse it.
  std::optional<PointValues> values_of(std::vector<std::pair<std::string, std::string>> parameters);

 private:
  Request request_;
  ResolveInput input_;
  Draft draft_;
  std::optional<GpuChoice> gpu_;
};

}  // namespace gpujob
