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

  /// `product` and the library's version, by its function of that name, which puts the major, the
  /// minor and the patch number (0, 1, 2) where it is told; `product` alone if the library lacks
  /// it. Source: libraryPropertyType of CUDA, hipfftLibraryPropertyType and
  /// hipblasLibraryProperty_t of AMD.
  std::string with_version(const std::string& product, const char* get_property) const {
    using GetProperty = int(int, int*);
    auto* const get = reinterpret_cast<GetProperty*>(find(get_property));
    std::string text = product;
    for (int property = 0; get != nullptr && property < 3; ++property) {
      int value = 0;
      if (get(property, &value) != 0) return product;
      text += (property == 0 ? " " : ".") + std::to_string(value);
    }
    return text;
  }

  /// The function of that name; throws DeviceError if the library lacks it.
  template <class Function>
  Function* function(const char* symbol) const {
    void* address = find(symbol);
    if (address == nullptr) throw DeviceError(std::string(name_) + " has no " + symbol);
    return reinterpret_cast<Function*>(address);
  }

 private:
  void* find(const char* symbol) const {
    return handle_ == nullptr ? nullptr : dlsym(handle_, symbol);
  }

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
