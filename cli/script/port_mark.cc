// SPDX-License-Identifier: MIT
#include "script/port_mark.h"

#include "base/format.h"
#include "base/text.h"

namespace gpujob {

namespace {

constexpr std::string_view kPortMark = "# gpujob port: was ";

}  // namespace

std::string port_comment(std::string_view was) {
  return format("{}'{}'", kPortMark, was);
}

std::vector<PortMark> port_marks(std::string_view script) {
  std::vector<PortMark> marks;
  if (script.find(kPortMark) == std::string_view::npos) return marks;
  int number = 0;
  for (const std::string_view line : lines(script)) {
    ++number;
    const std::string_view text = trim(line);
    if (text.starts_with(kPortMark))
      marks.push_back({std::string(text.substr(kPortMark.size())), number});
  }
  return marks;
}

}  // namespace gpujob
