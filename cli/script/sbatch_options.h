// SPDX-License-Identifier: MIT
#pragma once

#include <concepts>
#include <span>
#include <string_view>
#include <vector>

namespace gpujob {

struct ValueForm;

enum class Argument { None, Required, Optional };

/// An option of sbatch. Source: https://slurm.schedmd.com/sbatch.html.
struct SbatchOption {
  std::string_view name;  ///< long name without dashes
  char letter = '\0';     ///< '\0' without one
  Argument argument = Argument::Required;
  std::string_view variable;        ///< the SBATCH_ variable for it; may be empty
  const ValueForm* form = nullptr;  ///< of its values; null: any text
  std::string_view same_as{};       ///< the option that it is another name of; may be empty
  std::string_view since{};         ///< the first release with it; empty: before 20.11
  std::string_view until{};         ///< the first release without it; empty: all have it

  /// Does this release of Slurm ("23.11.4") have it? An empty one: some release does.
  bool is_in(std::string_view release) const;
};

/// What an sbatch takes: the options of a release of Slurm ("23.11.4"; empty: of all releases), and
/// those of a center's plug-ins, whose names must outlive this.
struct KnownOptions {
  KnownOptions() = default;
  template <class Text>
  requires std::convertible_to<const Text&, std::string_view> KnownOptions(const Text& slurm)
      : release(slurm) {}

  std::string_view release;
  std::vector<SbatchOption> plugins{};
};

/// All options in order of name. A name has several rows if releases differ in it; the first is
/// that of most releases.
std::span<const SbatchOption> sbatch_options();
const SbatchOption* find_option(std::string_view name, std::string_view release = "");
const SbatchOption* find_option(char letter);

}  // namespace gpujob
