// SPDX-License-Identifier: MIT
#include "sandbox/sandbox_turn.h"

#include "base/format.h"
#include "sandbox/layout.h"

namespace gpujob {

Result<Turn> take_sandbox_turn(World& world, const std::string& name, Turn::NoTicket otherwise) {
  if (auto good = check_sandbox_name(name); !good) return good.failure();
  return Turn::take(
      world, {sandbox_home(world), name, format("sandbox '{}'", name), "is starting or ending it"},
      otherwise);
}

}  // namespace gpujob
