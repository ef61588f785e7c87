// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "base/diagnostic.h"
#include "run/watch.h"

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
  /// A problem in one line.
  void warn(const Diagnostic& problem) {
    remark({{"", Severity::Warning, "", problem.line(), "", "", ""}});
  }
};

/// What tells the listener.
inline WatchNews news_for(Listener& listener) {
  return {[&listener](const RunRecord& run) { listener.changed(run); },
          [&listener](const Diagnostic& problem) { listener.warn(problem); }};
}
/// The same of problems alone.
inline WatchNews problems_for(Listener& listener) {
  return {[](const RunRecord&) {}, news_for(listener).problem};
}

}  // namespace gpujob
