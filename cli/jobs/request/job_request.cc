// SPDX-License-Identifier: MIT
#include "jobs/request/job_request.h"

#include <limits>

#include "base/format.h"
#include "base/text.h"

namespace gpujob {

Result<int> read_count(std::string_view option, const std::string& text) {
  const auto number = parse_integer(text);
  if (!number || *number < 1 || *number > std::numeric_limits<int>::max()) {
    return Failure{ExitCode::Usage, format("option '--{}'", option),
                   format("'{}' is not a whole number above 0", printable(text))};
  }
  return static_cast<int>(*number);
}

Status set_value(Request& flags, const std::string& option, const std::string& text) {
  if (option == "param") {
    const std::size_t equals = text.find('=');
    if (equals == std::string::npos || equals == 0) {
      return Failure{ExitCode::Usage, "option '--param'",
                     format("'{}' is not NAME=VALUE", printable(text))};
    }
    flags.parameters.emplace_back(text.substr(0, equals), text.substr(equals + 1));
    return {};
  }
  if (option == "gpus" || option == "nodes") {
    const auto number = read_count(option, text);
    if (!number) return number.failure();
    (option == "gpus" ? flags.gpus : flags.nodes) = *number;
    return {};
  }
  if (option == "gpu" || option == "backend") {
    (option == "gpu" ? flags.gpu : flags.backend) = SourcedValue{text, From::Flag, "--" + option};
    return {};
  }
  (option == "variant"     ? flags.variant
   : option == "precision" ? flags.precision
                           : flags.size) = text;
  return {};
}

}  // namespace gpujob
