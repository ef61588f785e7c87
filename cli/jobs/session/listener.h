// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "base/diagnostic.h"
#include "run/run_directory.h"

namespace gpujob {

/// Is told what happens while a job is prepared, sent and waited for. What a function finds is in
/// what it returns; this is for a person who waits. This class itself keeps silent.
class Listener {
 public:
  virtual ~Listener() = default;
  /// Notes and warnings, as they come up.
  virtual void remark(const Diagnostics& /*said*/) {}
  /// A run that is waited for has another state.
  virtual void changed(const RunRecord& /*run*/) {}

  void note(std::string text) { remark({{"", Severity::Note, "", std::move(text), "", "", ""}}); }
};

}  // namespace gpujob
