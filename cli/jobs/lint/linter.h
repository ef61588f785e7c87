// SPDX-License-Identifier: MIT
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "base/diagnostic.h"
#include "base/exit_code.h"
#include "base/world.h"
#include "jobs/port/guessed_site.h"
#include "jobs/send/live_slurm.h"
#include "jobs/session/data_files.h"
#include "jobs/session/session.h"
#include "script/parse.h"

namespace gpujob {

/// A change that `lint --fix` makes.
struct Repair {
  std::string code;
  int line = 0;
  std::string was;      ///< the line before
  std::string becomes;  ///< and after
};

/// A script and what was found in it.
struct LintedFile {
  std::string file;
  std::string text;     ///< with the repairs
  std::string site;     ///< "center/cluster"; empty: its form alone was checked
  std::string meaning;  ///< what it asks for; empty where that is not known
  Diagnostics findings;
  std::vector<Repair> repairs;
  std::string patch;  ///< of the repairs, for patch(1); empty without any
  ExitCode exit = ExitCode::Done;
  std::optional<Selection> target{};  ///< the site again
};

/// What scripts are checked for.
struct LintAim {
  enum class Against { Form, Site, Guess };
  Against against = Against::Form;
  std::optional<Selection> site;
  std::string today{};
  bool strict = false;               ///< warnings count as errors
  bool shellcheck = false;           ///< asked for, and installed
  std::optional<PlaceFlags> live{};  ///< ask the site's Slurm, too
  /// What sbatch reads beside the script and before it: SBATCH_ variables and its own options.
  std::vector<Directive> beside{};
};

/// Checks files for one site, for the site that each of them tells of, or only their form.
class Linter {
 public:
  Linter(Session& session, LintAim aim) : session_(session), aim_(std::move(aim)) {
    if (aim_.against == LintAim::Against::Guess) guesser_.emplace(session.data_files, "--site");
    if (aim_.live) live_.emplace(session, *aim_.live);
  }

  /// With `repair`, `text` has the changes that are certain, and the findings are of the new text.
  LintedFile check(const std::string& file, bool repair);

 private:
  LintedFile check_text(const std::string& file, std::string text);
  ParsedScript parse(const std::string& file, const std::string& text,
                     const KnownOptions& known) const;
  void check_at_guessed_site(LintedFile& linted, const ParsedScript& script);
  /// `of_any`: the script as some release reads it, to learn which cluster it is for.
  void check_at(const Selection& site, LintedFile& linted, const ParsedScript& of_any);
  static void check_form(LintedFile& linted, const ParsedScript& script);
  void ask_shellcheck(LintedFile& linted, const ParsedScript& script);
  void ask_slurm(LintedFile& linted);
  bool is_bad(const LintedFile& linted) const;

  Session& session_;
  LintAim aim_;
  std::optional<SiteGuesser> guesser_;
  std::optional<LiveLint> live_;
};

}  // namespace gpujob
