// SPDX-License-Identifier: MIT
#include "command/args/arguments.h"

#include "base/format.h"
#include "base/memory_size.h"
#include "base/text.h"
#include "jobs/request/job_request.h"

namespace gpujob {

namespace {

Failure bad_value(std::string_view option, const std::string& value, std::string_view wanted) {
  return {ExitCode::Usage, format("option '--{}'", option),
          format("'{}' is not {}", printable(value), wanted)};
}

}  // namespace

bool Arguments::has(std::string_view option) const {
  return value(option).has_value();
}

std::optional<std::string> Arguments::value(std::string_view option) const {
  for (const auto& [name, text] : options_) {
    if (name == option) return text;
  }
  return std::nullopt;
}

std::vector<std::string> Arguments::values(std::string_view option) const {
  std::vector<std::string> found;
  for (const auto& [name, text] : options_) {
    if (name == option) found.push_back(text);
  }
  return found;
}

std::string Arguments::value_or(std::string_view option, std::string_view otherwise) const {
  return value(option).value_or(std::string(otherwise));
}

Result<std::optional<int>> Arguments::count(std::string_view option) const {
  const auto text = value(option);
  if (!text) return std::optional<int>();
  const auto number = read_count(option, *text);
  if (!number) return number.failure();
  return std::optional<int>(*number);
}

Result<std::optional<Seconds>> Arguments::walltime(std::string_view option) const {
  const auto text = value(option);
  if (!text) return std::optional<Seconds>();
  const auto time = parse_walltime(*text);
  if (!time || time->count() <= 0) {
    return bad_value(option, *text, "a time limit like 00:10:00, 2-12:00:00 or 30 (minutes)");
  }
  return std::optional<Seconds>(*time);
}

Result<std::optional<Seconds>> Arguments::interval(std::string_view option) const {
  const auto text = value(option);
  if (!text) return std::optional<Seconds>();
  const auto time = parse_interval(*text);
  if (!time) return bad_value(option, *text, "a time like 30s, 5m, 2h or 7d");
  return std::optional<Seconds>(*time);
}

Result<std::optional<long long>> Arguments::memory_mib(std::string_view option) const {
  const auto text = value(option);
  if (!text) return std::optional<long long>();
  const auto mib = parse_memory_mib(*text);
  if (!mib || *mib <= 0) {
    return bad_value(option, *text, "an amount of memory like 4000 (MiB), 16G or 1T");
  }
  return std::optional<long long>(*mib);
}

}  // namespace gpujob
