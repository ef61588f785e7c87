// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <string_view>

namespace gpujob {

/// A text with which sbatch says for certain that no job was made.
struct SbatchRefusal {
  enum class Speaker {
    Controller,  ///< stands alone after "Batch job submission failed: "
    Client,      ///< begins an error line of sbatch itself: nothing was sent yet
    Inside,      ///< the same, but the line begins with a word of the user's
  };
  enum class Lasting { Yes, ForNow };
  std::string_view text;
  Speaker speaker = Speaker::Controller;
  Lasting lasting = Lasting::Yes;
};

/// Only what stands here is a refusal; every other text, in whatever language, is an unknown.
/// Source: slurm_errno.c and sbatch's own sources, Slurm 20.11 to 23.11.
std::span<const SbatchRefusal> sbatch_refusals();

/// The refusal that `line` (without prefix) spells, or nullptr.
const SbatchRefusal* find_refusal(std::string_view line);

}  // namespace gpujob
