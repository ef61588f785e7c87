// SPDX-License-Identifier: MIT
// A library that is looked for when it is wanted, so that a program starts where it is missing, and
// is built where it is missing too.
#pragma once

#include <cstdlib>
#include <dlfcn.h>
#include <initializer_list>
#include <string>

#include "device/error.h"
#include "device/macros.h"

namespace gpujob {

class SharedLibrary {
 public:
  /// `names` in the order they are tried: by the loader's own search, then in the usual places of
  /// toolkits.
  SharedLibrary(std::initializer_list<const char*> names) : name_(*names.begin()) {
    for (const char* name : names) {
      open(name);
      for (const std::string& folder : folders()) open(folder + "/" + name);
    }
  }

  bool found() const { return handle_ != nullptr; }
  const char* name() const { return name_; }

  /// The function of that name; throws DeviceError if the library lacks it.
  template <class Function>
  Function* function(const char* symbol) const {
    void* address = handle_ == nullptr ? nullptr : dlsym(handle_, symbol);
    if (address == nullptr) throw DeviceError(std::string(name_) + " has no " + symbol);
    return reinterpret_cast<Function*>(address);
  }

 private:
  static std::initializer_list<std::string> folders() {
    static const std::initializer_list<std::string> list = {
#if defined(__HIP__)
      under("ROCM_PATH", "/lib"),
      under("HIP_PATH", "/lib"),
      "/opt/rocm/lib"
#elif GPUJOB_GPU
      under("CUDA_HOME", "/lib64"),
      under("CUDA_PATH", "/lib64"),
      "/usr/local/cuda/lib64"
#endif
    };
    return list;
  }

  static std::string under(const char* variable, const char* folder) {
    const char* value = std::getenv(variable);
    return value == nullptr ? "" : std::string(value) + folder;
  }

  /// Stays open until the program ends: libraries of this kind keep state in the device's context.
  void open(const std::string& path) {
    if (handle_ == nullptr) handle_ = dlopen(path.c_str(), RTLD_LAZY | RTLD_LOCAL);
  }

  const char* name_;
  void* handle_ = nullptr;
};

}  // namespace gpujob
