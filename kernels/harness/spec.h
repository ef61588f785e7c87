// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <functional>
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

/// Where a variant finds its inputs and leaves its outputs: on the device, or on the host, so that
/// its time includes the copies. Times of the two never share a column.
enum class Data { Resident, Host };

inline const char* name(Data data) {
  return data == Data::Host ? "host" : "resident";
}

/// A variable of the environment and its value.
struct Setting {
  std::string name, value;
};

/// One way to compute the answer. Class P: each value from its own input; R: by a recurrence.
struct VariantSpec {
  std::string name;
  char algorithm_class = 'P';
  Data data = Data::Resident;
  /// Why this program lacks it; empty: it has it. Looks for a library, which may take a second, and
  /// so is asked only of a variant that is to run or to be described.
  std::function<std::string()> missing{};
  /// What its library has to find in the environment when the program starts, unless it is set;
  /// without a name: nothing. Asked only of a variant that is to run.
  std::function<Setting()> setting{};
  /// The library that computes, its version, and the kernels that it chose where it tells them:
  /// "OpenBLAS 0.3.21 (SkylakeX)". Asked only of a variant that is to run; empty: it has none.
  std::function<std::string()> library{};

  std::string not_built() const { return missing ? missing() : ""; }
};

/// How a workload is split over devices: the items that `parameter` counts, in whole units, so that
/// what one device sums together is summed together on several.
struct Split {
  std::string parameter;
  std::uint64_t unit = 0;  ///< 0: it cannot be split

  static constexpr int most = 1024;  ///< devices
};

/// What a workload program offers; the same as its manifest says.
struct Spec {
  std::string name;
  std::vector<VariantSpec> variants;
  std::string default_variant;
  std::vector<std::string> precisions;
  std::string default_precision;
  std::vector<ParameterSpec> parameters;
  Split split{};
};

}  // namespace gpujob
