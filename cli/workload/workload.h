// SPDX-License-Identifier: MIT
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "base/origin.h"

namespace gpujob {

enum class ParameterType { Integer, Real, Text };

/// A parameter of a workload. `default_value` "drawn" means: the program draws it at run time.
struct Parameter {
  std::string name;
  ParameterType type = ParameterType::Integer;
  std::string default_value;
  std::optional<double> minimum;
  std::optional<double> maximum;
  std::string unit;
  std::string help;
  Origin origin;
};

/// P: every point by its own evaluation; R: a recurrence; other classes never exist as variants.
struct Variant {
  std::string name;
  char algorithm_class = 'P';
  std::string summary;
  std::string data = "resident";          ///< "host": copies are part of the time
  std::vector<std::string> backends{};    ///< it is written for; empty: all of the workload
  std::vector<std::string> precisions{};  ///< empty: all of the workload
  std::string host_memory{};              ///< in place of the workload's; empty: that

  bool runs_on(const std::string& backend) const;
};

/// Parameter values that belong together under a name ("small", "lesson", "roofline").
struct NamedSize {
  std::string name;
  std::map<std::string, std::string> values;
};

/// Work as formulas over the parameters; empty means unknown.
struct WorkFormulas {
  std::string points, bytes_read, bytes_written, operations, special_functions;
};

/// Each formula by its key.
struct WorkField {
  const char* name;
  std::string WorkFormulas::*member;
};
inline constexpr WorkField kWorkFields[] = {
    {"points", &WorkFormulas::points},
    {"bytes_read", &WorkFormulas::bytes_read},
    {"bytes_written", &WorkFormulas::bytes_written},
    {"operations", &WorkFormulas::operations},
    {"special_functions", &WorkFormulas::special_functions},
};

/// How the program divides a launch that is split over GPUs: the items that an integer parameter
/// counts, in whole units.
struct WorkSplit {
  std::string parameter;
  long long unit = 1;
};

/// The command that compiles the program for one backend, with slots {{arch}}, {{output}},
/// {{source}}, {{include}}; one argument per entry.
using BuildCommand = std::vector<std::string>;

struct Workload {
  std::string name;
  std::string summary;
  std::string source;  ///< where the problem comes from
  std::vector<Parameter> parameters;
  std::vector<NamedSize> sizes;
  std::string default_size;  ///< may be empty: the parameters' defaults
  std::vector<Variant> variants;
  std::string default_variant;
  std::vector<std::string> backends;
  std::vector<std::string> precisions;
  std::string default_precision;
  WorkFormulas work;
  std::string memory;         ///< formula: bytes of device memory; may be empty
  std::string host_memory;    ///< formula: bytes of host memory of a GPU run; may be empty
  std::string time_estimate;  ///< formula: seconds to allow for one launch on the slowest device
  int max_gpus = 1;           ///< GPUs that one launch can use
  std::vector<std::string> gpu_backends;       ///< that can use more than one; empty: all
  std::optional<WorkSplit> split;              ///< absent: one GPU, or the command's own business
  std::map<std::string, double> tolerance;     ///< by precision
  std::map<std::string, BuildCommand> builds;  ///< by backend
  std::vector<std::string> command;  ///< a user's own program instead of a bundled one; with slots
  std::string stack;                 ///< stack a `command` needs; empty: by backend
  std::string file;                  ///< the manifest's path
  std::string folder;                ///< the manifest's, absolute; empty: not known

  const Parameter* find_parameter(const std::string& parameter) const;
  const Variant* find_variant(const std::string& variant) const;
  /// Names of the variants for a backend, in the manifest's order.
  std::vector<std::string> variants_for(const std::string& backend) const;
  /// The manifest's default if it is written for the backend, else the first that is; may be empty.
  std::string default_variant_for(const std::string& backend) const;
  /// Those of the variant, else the workload's.
  const std::vector<std::string>& precisions_of(const Variant& variant) const;
  const NamedSize* find_size(const std::string& size) const;
  /// GPUs, or groups of cores, that one launch of a backend's program can be split over.
  int usable_gpus(const std::string& backend) const;
};

}  // namespace gpujob
