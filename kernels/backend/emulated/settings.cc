// SPDX-License-Identifier: MIT
#include "backend/emulated/settings.h"

#include <cstdio>
#include <cstdlib>
#include <sstream>
#include <string>

namespace emulated {

namespace {

[[noreturn]] void refuse(const std::string& word) {
  std::fprintf(stderr, "GPUJOB_EMULATED: cannot read '%s'; see backend/emulated/runtime.h\n",
               word.c_str());
  std::exit(2);
}

/// Does `key` name a number of the settings? Then it becomes `number`.
bool set_number(Settings& settings, const std::string& key, unsigned long long number) {
  if (key == "devices") {
    settings.devices = static_cast<int>(number);
  } else if (key == "driver") {
    settings.driver = static_cast<int>(number);
  } else if (key == "memory") {
    settings.memory = number;
  } else if (key == "seed") {
    settings.seed = static_cast<unsigned>(number);
  } else if (key == "fail") {
    settings.fail = static_cast<long>(number);
  } else if (key == "fail_every") {
    settings.fail_every = static_cast<long>(number);
  } else if (key == "fail_each") {
    settings.fail_each = number;
  } else if (key == "error") {
    settings.error = static_cast<Error>(number);
  } else if (key == "skip") {
    settings.skip = static_cast<long>(number);
  } else if (key == "skip_barrier") {
    settings.skip_barrier = number;
  } else if (key == "skip_wait") {
    settings.skip_wait = number;
  } else if (key == "dry") {
    settings.dry = number == 1;
  } else if (key == "early") {
    settings.early = static_cast<int>(number);
  } else {
    return false;
  }
  return true;
}

Settings read_settings() {
  Settings settings;
  settings.gpu = usual_gpu();
  const char* text = std::getenv("GPUJOB_EMULATED");
  std::istringstream words(text == nullptr ? "" : text);
  for (std::string word; words >> word;) {
    const std::size_t equals = word.find('=');
    if (equals == std::string::npos) refuse(word);
    const std::string key = word.substr(0, equals), value = word.substr(equals + 1);
    if (key == "gpu") {
      settings.gpu = find_gpu(value);
      if (settings.gpu == nullptr) refuse(word);
      continue;
    }
    if (key == "libraries" || key == "sys") {
      (key == "sys" ? settings.sys : settings.libraries) = value;
      continue;
    }
    char* end = nullptr;
    const unsigned long long number = std::strtoull(value.c_str(), &end, 10);
    if (value.empty() || *end != '\0' || !set_number(settings, key, number)) refuse(word);
  }
  if (settings.memory == 0) settings.memory = settings.gpu->memory_bytes;
  return settings;
}

}  // namespace

const Settings& settings() {
  static const Settings read = read_settings();
  return read;
}

}  // namespace emulated
