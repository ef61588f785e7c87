// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "script/batch_script.h"
#include "script/directive_words.h"
#include "script/sbatch_options.h"

namespace gpujob {

/// Why sbatch refuses a word; `word` is its index.
struct OptionProblem {
  std::size_t word = 0;
  std::string problem;
  std::string why;
  std::string fix;
  std::string source{};  ///< where it was read; empty: sbatch itself was tried
};

struct OptionsRead {
  std::vector<Directive> directives;
  std::vector<OptionProblem> problems;
};

/// Reads words as sbatch's options, as getopt_long does: all directives of a script form one
/// argument list. So a value may stand on the next line, letters may be joined, and a unique prefix
/// of a long name is enough. Other words are reported and skipped.
OptionsRead read_options(const std::vector<DirectiveWord>& words, const KnownOptions& known = {});

}  // namespace gpujob
