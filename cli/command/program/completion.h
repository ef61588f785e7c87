// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/world.h"

namespace gpujob {

/// A word that completes the one under the cursor, and what it means.
struct Candidate {
  std::string word;
  std::string meaning;
};

/// What the shell should offer: words, or file or directory names, which it lists itself.
struct Completion {
  enum class Kind { Words, Files, Directories };
  Kind kind = Kind::Words;
  std::vector<Candidate> words;  ///< only those that start with the word under the cursor
};

/// `words`: the command line after "gpujob" up to the cursor; the last one is the word under the
/// cursor and may be empty. Reads local data only, never asks a scheduler.
Completion complete(World& world, std::vector<std::string> words);

/// The script that `shell` ("bash", "zsh", "fish") sources. It calls `gpujob complete` for every
/// word and so always agrees with the program.
std::string_view completion_script(std::string_view shell);

}  // namespace gpujob
