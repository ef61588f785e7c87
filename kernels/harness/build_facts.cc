// SPDX-License-Identifier: MIT
// Facts about this build. Compiled by the same compiler as the kernels.
#include <sstream>

#include "device/macros.h"
#include "harness/report.h"

#if __has_include("harness/version.h")
#include "harness/version.h"
#endif
#ifndef GPUJOB_VERSION
#define GPUJOB_VERSION "unversioned"
#endif

namespace gpujob {

std::string version_of_gpujob() {
  return GPUJOB_VERSION;
}

std::string compiler_text() {
#if defined(__clang__)
  std::string host = "clang " + std::to_string(__clang_major__) + "." +
                     std::to_string(__clang_minor__) + "." + std::to_string(__clang_patchlevel__);
#else
  std::string host = "g++ " __VERSION__;
#endif
#if defined(__HIP__)
  return "hip " + std::to_string(HIP_VERSION_MAJOR) + "." + std::to_string(HIP_VERSION_MINOR) +
         ", " + host;
#elif defined(__CUDACC__)
  return "nvcc " + std::to_string(__CUDACC_VER_MAJOR__) + "." +
         std::to_string(__CUDACC_VER_MINOR__) + "." + std::to_string(__CUDACC_VER_BUILD__) + ", " +
         host;
#else
  return host;
#endif
}

std::vector<std::string> architectures() {
  std::vector<std::string> list;
#ifdef GPUJOB_ARCHITECTURES  // such as sm_80+sm_90
  std::istringstream text(GPUJOB_TEXT(GPUJOB_ARCHITECTURES));
  for (std::string one; std::getline(text, one, '+');) {
    list.push_back(one.substr(one.find_first_not_of(' ')));
  }
#endif
  return list;
}

}  // namespace gpujob
