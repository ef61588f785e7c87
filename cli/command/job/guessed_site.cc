// SPDX-License-Identifier: MIT
#include "command/job/guessed_site.h"

#include "base/format.h"
#include "command/config/site_selection.h"
#include "lint/site_guess.h"

namespace gpujob {

namespace {

/// "account 'x', feature 'y'"
std::string clues_of(const SiteCandidate& candidate) {
  return join(candidate.clues, ", ");
}

std::string sites_of(const SiteGuess& guess) {
  std::vector<std::string> sites;
  for (const SiteCandidate& one : guess.candidates) sites.push_back(one.site);
  return format("any of {}", join(sites, ", "));
}

/// What speaks for each; said once where it is the same.
std::string reasons_of(const SiteGuess& guess) {
  const SiteCandidate& first = guess.candidates.front();
  std::vector<std::string> reasons;
  bool same = true;
  for (const SiteCandidate& one : guess.candidates) {
    same = same && one.clues == first.clues;
    reasons.push_back(format("{}: {}", one.site, clues_of(one)));
  }
  return same ? format("each has {}", clues_of(first)) : join(reasons, "; ");
}

}  // namespace

Result<GuessedSite> guess_site_of(DataFiles& data_files, const std::vector<SiteProfile>& profiles,
                                  const std::string& file, const ParsedScript& script,
                                  const std::string& option) {
  const SiteGuess guess = guess_site(script, profiles);
  if (guess.candidates.empty()) {
    return Failure{ExitCode::Usage, file, "no site can be told from the script",
                   "no profile knows its account, partitions, GPU types, features or modules",
                   format("name it with {}; 'gpujob site list' lists them", option)};
  }
  if (!guess.is_sure()) {
    return Failure{ExitCode::Usage, file, format("the script may be for {}", sites_of(guess)),
                   reasons_of(guess), format("choose one with {}", option)};
  }
  const SiteCandidate& sure = guess.candidates.front();
  auto site = data_files.profiles().find(sure.site);
  if (!site) return site.failure();
  return GuessedSite{*std::move(site), clues_of(sure)};
}

Diagnostic taken_for(const std::string& file, const GuessedSite& guess, const std::string& option) {
  return {"",
          Severity::Note,
          file,
          format("taken for {}", full_name(guess.site)),
          guess.because,
          format("{} names another", option),
          ""};
}

}  // namespace gpujob
