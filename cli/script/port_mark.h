// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>
#include <vector>

// What 'gpujob port' leaves to the user stands in the script as a comment: `# gpujob port: was
// '--qos=x'`.

namespace gpujob {

struct PortMark {
  std::string was;  ///< "'--qos=x'"
  int line = 0;
};

/// The comment for a directive or a command.
std::string port_comment(std::string_view was);

/// The comments of this kind in a script, in order.
std::vector<PortMark> port_marks(std::string_view script);

}  // namespace gpujob
