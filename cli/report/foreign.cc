// SPDX-License-Identifier: MIT
#include "report/foreign.h"

#include "base/sha256.h"
#include "base/text.h"

namespace gpujob {

ResultFormat result_format(std::string_view beginning) {
  const std::string_view first = trim(beginning.substr(0, beginning.find('\n')));
  if (first.starts_with('{')) {
    if (first.find("\"gpujob/measurement/") != std::string_view::npos) {
      return ResultFormat::Measurements;
    }
    if (beginning.find("\"gpujob/report/") != std::string_view::npos) return ResultFormat::Report;
    return beginning.find("\"results\"") != std::string_view::npos ? ResultFormat::Hyperfine
                                                                   : ResultFormat::Measurements;
  }
  if (first.find("job_completion_time") != std::string_view::npos &&
      first.find("_value") != std::string_view::npos) {
    return ResultFormat::ReframePerflog;
  }
  return ResultFormat::Unknown;
}

std::string foreign_id(std::string_view content) {
  return "foreign-" + sha256(content).substr(0, 18);
}

}  // namespace gpujob
