// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

namespace gpujob {

enum class Kind { Integer, Real };

/// A number the user can set. `default_value` "drawn": drawn at run time unless given.
struct ParameterSpec {
  std::string name;
  Kind kind = Kind::Integer;
  std::string default_value;
  double minimum = 0;
  double maximum = 0;
  std::string unit;
};

/// One way to compute the answer. Class P: each value from its own input; R: by a recurrence.
struct VariantSpec {
  std::string name;
  char honesty = 'P';
};

/// What a workload program offers; the same as its manifest says.
struct Spec {
  std::string name;
  std::vector<VariantSpec> variants;
  std::string default_variant;
  std::vector<std::string> precisions;
  std::string default_precision;
  std::vector<ParameterSpec> parameters;
};

}  // namespace gpujob
