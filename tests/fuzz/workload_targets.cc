// SPDX-License-Identifier: MIT
#include "fuzz/target.h"
#include "workload/formula.h"
#include "workload/reader.h"

namespace gpujob {

namespace {

bool read_manifest(const std::string& text) {
  return bool(checked(read_workload("x", text)));
}

bool read_formula(const std::string& text) {
  const auto names = names_in_formula(text);
  std::map<std::string, double> values;
  if (checked(names)) {
    for (const std::string& name : *names) values[name] = 1e3;
  }
  return bool(checked(evaluate(text, values)));
}

}  // namespace

std::vector<FuzzTarget> workload_targets() {
  return {
      {"workload", read_manifest, source_files("kernels/workloads/*/workload.yaml")},
      {"formula", read_formula, {"2*n^3 + ceil(n/32)*min(n, max(m, 1e3))", "-(log2(n) + sqrt(4))"}},
  };
}

}  // namespace gpujob
