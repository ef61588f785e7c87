// SPDX-License-Identifier: MIT
#include "slurm/job_row.h"

#include <algorithm>

#include "base/index_list.h"
#include "base/text.h"

namespace gpujob {

namespace {

bool is_digits(std::string_view text) {
  return !text.empty() && text.find_first_not_of("0123456789") == std::string_view::npos;
}

/// "3" or "[0-3%2]" after the underscore of an array.
bool is_array_part(std::string_view text) {
  if (!text.starts_with('[')) return is_digits(text);
  return text.size() > 2 && text.ends_with(']') &&
         text.find_first_not_of("0123456789-,:%.[]") == std::string_view::npos;
}

/// "72.batch", "72_3.0"
bool is_step_id(std::string_view text) {
  const std::size_t dot = text.find('.');
  return dot != std::string_view::npos && is_job_id(text.substr(0, dot));
}

}  // namespace

bool is_job_id(std::string_view text) {
  const std::size_t mark = text.find_first_of("_+");
  if (mark == std::string_view::npos) return is_digits(text);
  const std::string_view rest = text.substr(mark + 1);
  if (!is_digits(text.substr(0, mark))) return false;
  return text[mark] == '+' ? is_digits(rest) : is_array_part(rest);
}

std::string_view array_job_id(std::string_view job_id) {
  return job_id.substr(0, job_id.find('_'));
}

std::optional<std::vector<int>> tasks_in(std::string_view job_id) {
  const std::size_t mark = job_id.find('_');
  if (mark == std::string_view::npos) return std::vector<int>{};
  return read_index_list(job_id.substr(mark + 1));
}

std::optional<std::vector<std::string>> job_fields(std::string_view line, std::size_t count) {
  std::vector<std::string> fields;
  while (fields.size() + 1 < count) {
    const std::size_t bar = line.find('|');
    if (bar == std::string_view::npos) return std::nullopt;
    fields.emplace_back(trim(line.substr(0, bar)));
    line.remove_prefix(bar + 1);
  }
  fields.emplace_back(line);
  if (!is_job_id(fields.front())) return std::nullopt;
  return fields;
}

bool is_broken_row(std::string_view line) {
  constexpr std::ptrdiff_t kFewestBars = 5;  // of any listing that is asked for
  const std::string_view first = trim(line.substr(0, line.find('|')));
  if (is_job_id(first)) return true;
  if (is_step_id(first) || is_heading(line)) return false;
  return std::count(line.begin(), line.end(), '|') >= kFewestBars;
}

bool is_heading(std::string_view line) {
  const std::string lower = to_lower(trim(line));
  return lower.starts_with("cluster: ") || lower.starts_with("jobid|");
}

}  // namespace gpujob
