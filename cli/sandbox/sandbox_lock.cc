// SPDX-License-Identifier: MIT
#include "sandbox/sandbox_lock.h"

#include "base/format.h"
#include "sandbox/layout.h"

namespace gpujob {

Result<FileLock> lock_sandbox(World& world, const std::string& name,
                              FileLock::OnWriteError otherwise) {
  if (auto good = check_sandbox_name(name); !good) return good.failure();
  return FileLock::acquire(
      world, {sandbox_home(world), name, format("sandbox '{}'", name), "is starting or ending it"},
      otherwise);
}

}  // namespace gpujob
