// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "script/batch_script.h"
#include "script/directive_words.h"

namespace gpujob {

/// Why a word is not what sbatch takes; `word` is its index.
struct OptionProblem {
  std::size_t word = 0;
  std::string problem;
  std::string why;
  std::string fix;
};

struct OptionsRead {
  std::vector<Directive> directives;
  std::vector<OptionProblem> problems;
};

/// Reads words as options of sbatch, which does it with getopt_long: all directives of a script are
/// one argument list. So a value may stand on the next line, letters may be joined, and the
/// beginning of a long name will do where it is unique. Left-over words are reported and skipped.
OptionsRead read_options(const std::vector<DirectiveWord>& words);

}  // namespace gpujob
