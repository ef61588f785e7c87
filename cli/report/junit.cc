// SPDX-License-Identifier: MIT
#include "report/junit.h"

#include <algorithm>

#include "base/format.h"
#include "base/text.h"

namespace gpujob {

namespace {

std::string xml_text(std::string_view text) {
  std::string escaped = replace_all(printable(text), "&", "&amp;");
  escaped = replace_all(escaped, "<", "&lt;");
  escaped = replace_all(escaped, ">", "&gt;");
  return replace_all(escaped, "\"", "&quot;");
}

/// The same between quotes, where a parser would make a blank of a line break.
std::string xml_attribute(std::string_view text) {
  return replace_all(xml_text(text), "\n", "&#10;");
}

}  // namespace

std::string junit_suite(const std::string& name, const std::vector<JunitCase>& cases) {
  using Outcome = JunitCase::Outcome;
  const auto count = [&](Outcome outcome) {
    return std::count_if(cases.begin(), cases.end(),
                         [&](const JunitCase& one) { return one.outcome == outcome; });
  };
  std::string text =
      format("<testsuite name=\"{}\" tests=\"{}\" failures=\"{}\" skipped=\"{}\">\n",
             xml_attribute(name), cases.size(), count(Outcome::Failed), count(Outcome::Skipped));
  for (const JunitCase& one : cases) {
    text += format("  <testcase classname=\"{}\" name=\"{}\">", xml_attribute(one.class_name),
                   xml_attribute(one.name));
    if (one.outcome == Outcome::Failed) {
      text += format("<failure message=\"{}\"/>", xml_attribute(one.message));
    } else if (one.outcome == Outcome::Skipped) {
      text += format("<skipped message=\"{}\"/>", xml_attribute(one.message));
    } else {
      text += format("<system-out>{}</system-out>", xml_text(one.message));
    }
    text += "</testcase>\n";
  }
  return text + "</testsuite>\n";
}

std::string junit_report(const std::string& suites) {
  return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n" + suites + "</testsuites>\n";
}

}  // namespace gpujob
