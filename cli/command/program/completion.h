// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/world.h"

namespace gpujob {

/// A word that may stand where the cursor is, and what it means.
struct Candidate {
  std::string word;
  std::string meaning;
};

/// What the shell shall offer: words, or names of files or directories by its own means.
struct Completion {
  enum class Kind { Words, Files, Directories };
  Kind kind = Kind::Words;
  std::vector<Candidate> words;  ///< only those that start with the word under the cursor
};

/// `words`: the command line after "gpujob" up to the cursor; the last is the word under it and may
/// be empty. Reads local data only and never asks a scheduler.
Completion complete(World& world, std::vector<std::string> words);

/// What `shell` ("bash", "zsh", "fish") has to source: it calls `gpujob complete` for each word, so
/// that it never says more or less than the program.
std::string_view completion_script(std::string_view shell);

}  // namespace gpujob
