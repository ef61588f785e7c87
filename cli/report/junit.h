// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

// Reports in the form that pipelines read: https://github.com/testmoapp/junitxml (2026-11-23).

namespace gpujob {

struct JunitCase {
  enum class Outcome { Passed, Failed, Skipped };
  std::string class_name;
  std::string name;
  Outcome outcome = Outcome::Passed;
  std::string message;  ///< why it failed or was skipped, else what it prints
};

std::string junit_suite(const std::string& name, const std::vector<JunitCase>& cases);

/// A whole report of suites.
std::string junit_report(const std::string& suites);

}  // namespace gpujob
