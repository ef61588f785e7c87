// SPDX-License-Identifier: MIT
#include "unit/sandbox/lua_runner.h"

#include "base/world.h"

namespace gpujob {

std::optional<std::string> run_lua(const std::string& program) {
  const std::optional<std::string> lua = system_world().find_program("lua5.3");
  if (!lua) return std::nullopt;
  ProcessRequest request;
  request.argv = {*lua, "-"};
  request.stdin_text = program;
  request.deadline = Milliseconds{20000};
  const Result<ProcessAnswer> answer = system_world().run(request);
  if (!answer) return std::nullopt;
  return answer->exit_status == 0 ? answer->out : answer->err;
}

}  // namespace gpujob
