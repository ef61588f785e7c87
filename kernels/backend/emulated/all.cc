// SPDX-License-Identifier: MIT
// The stand-in runtime as one source, for compile.py.
// NOLINTBEGIN(bugprone-suspicious-include)
#include "backend/emulated/block.cc"
#include "backend/emulated/devices.cc"
#include "backend/emulated/errors.cc"
#include "backend/emulated/faults.cc"
#include "backend/emulated/gpus.cc"
#include "backend/emulated/memory.cc"
#include "backend/emulated/settings.cc"
#include "backend/emulated/streams.cc"
// NOLINTEND(bugprone-suspicious-include)

#if defined(__SANITIZE_ADDRESS__)
/// A program may keep memory to its end.
extern "C" const char* __asan_default_options() {  // NOLINT(bugprone-reserved-identifier)
  return "detect_leaks=0:print_legend=0";
}
#endif
