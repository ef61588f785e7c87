// SPDX-License-Identifier: MIT
// fuzz_readers: lists the targets. fuzz_readers TARGET [OPTION of libFuzzer...] CORPUS: puts the
// target's seeds into the directory CORPUS and lets libFuzzer go on from there.

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <fstream>

#include "base/sha256.h"
#include "fuzz/target.h"

namespace {

bool (*reader)(const std::string& text) = nullptr;

}  // namespace

extern "C" int LLVMFuzzerInitialize(int* argc, char*** argv) {
  const std::string wanted = *argc > 2 ? (*argv)[1] : "";
  for (const gpujob::FuzzTarget& target : gpujob::all_targets()) {
    if (wanted.empty())
      std::printf("%.*s\n", static_cast<int>(target.name.size()), target.name.data());
    if (target.name != wanted) continue;
    reader = target.read;
    for (const std::string& seed : target.seeds) {
      std::ofstream((*argv)[*argc - 1] + ("/seed-" + gpujob::sha256(seed).substr(0, 12)),
                    std::ios::binary)
          << seed;
    }
  }
  if (reader == nullptr) std::exit(wanted.empty() ? 0 : 2);
  (*argv)[1] = (*argv)[0];
  ++*argv;
  --*argc;
  return 0;
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  (void)reader(std::string(data, data + size));
  return 0;
}
