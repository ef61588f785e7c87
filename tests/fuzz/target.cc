// SPDX-License-Identifier: MIT
#include "fuzz/target.h"

#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <glob.h>
#include <iterator>

#include "base/text.h"

namespace gpujob {

std::vector<std::string> texts_of_files(const std::string& pattern) {
  std::vector<std::string> texts;
  glob_t found{};
  if (glob(pattern.c_str(), 0, nullptr, &found) == 0) {
    for (std::size_t i = 0; i < found.gl_pathc; ++i) {
      std::ifstream file(found.gl_pathv[i], std::ios::binary);
      texts.emplace_back(std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>());
    }
  }
  globfree(&found);
  return texts;
}

std::vector<std::string> source_files(const std::string& pattern) {
  std::vector<std::string> texts = texts_of_files(GPUJOB_SOURCE_DIR "/" + pattern);
  if (!texts.empty()) return texts;
  std::fprintf(stderr, "no file is %s\n", pattern.c_str());
  std::exit(2);
}

void check_messages(const Diagnostics& diagnostics) {
  for (const Diagnostic& diagnostic : diagnostics) {
    if (diagnostic.problem.empty()) std::abort();
    (void)printable(diagnostic.line());
  }
}

std::vector<FuzzTarget> all_targets() {
  std::vector<FuzzTarget> all;
  for (const auto& room : {base_targets(), script_targets(), profile_targets(), workload_targets(),
                           slurm_targets(), run_targets(), report_targets(), sandbox_targets(),
                           remote_targets(), store_targets(), command_targets()}) {
    all.insert(all.end(), room.begin(), room.end());
  }
  return all;
}

}  // namespace gpujob
