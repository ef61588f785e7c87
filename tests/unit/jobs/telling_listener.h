// SPDX-License-Identifier: MIT
#pragma once

#include "base/world.h"
#include "jobs/session/listener.h"
#include "jobs/session/run_outcome.h"

namespace gpujob {

/// Writes all that it is told to the world's standard error, a line each.
class TellingListener : public Listener {
 public:
  explicit TellingListener(World& world) : world_(world) {}
  void remark(const Diagnostics& said) override {
    for (const Diagnostic& one : said)
      world_.err(std::string(to_string(one.severity)) + ": " + one.line() + "\n");
  }
  void changed(const RunRecord& run) override { world_.err(run_line(run) + "\n"); }

 private:
  World& world_;
};

}  // namespace gpujob
