// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <string>

#include "backend/emulated/gpus.h"
#include "backend/emulated/runtime.h"

namespace emulated {

/// The version of the toolkit that the programs are built with.
#if defined(__HIP__)
constexpr int kToolkit = 50221153;
#else
constexpr int kToolkit = 13000;
#endif

/// What $GPUJOB_EMULATED says; see runtime.h.
struct Settings {
  const Gpu* gpu = nullptr;
  std::string libraries, sys;
  int devices = 1;
  int driver = kToolkit;  ///< the newest toolkit that it supports; 0: no driver is there
  std::size_t memory = 0;
  unsigned seed = 1;
  long fail = 0;
  unsigned long fail_each = 0;
  long fail_every = 0;
  Error error = Error::Unknown;
  long skip = 0;
  unsigned long skip_barrier = 0;
  unsigned long skip_wait = 0;
  bool dry = false;
  int early = 0;
};

const Settings& settings();

}  // namespace emulated
