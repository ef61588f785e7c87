// SPDX-License-Identifier: MIT
#include "jobs/port/guessed_site.h"

#include "base/format.h"
#include "jobs/session/site_selection.h"
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

SiteGuesser::SiteGuesser(DataFiles& data_files, std::string option)
    : data_files_(data_files), option_(std::move(option)) {
  Diagnostics problems;  // another center's broken profile does not stop this
  profiles_ = data_files.profiles().all(problems);
}

Result<GuessedSite> SiteGuesser::guess(const std::string& file, const ParsedScript& script) {
  const SiteGuess guess = guess_site(script, profiles_);
  if (guess.candidates.empty()) {
    return Failure{ExitCode::Usage, file, "no site can be told from the script",
                   "no profile knows its account, partitions, GPU types, features or modules",
                   format("name it with {}; 'gpujob site list' lists them", option_)};
  }
  if (!guess.is_sure()) {
    return Failure{ExitCode::Usage, file, format("the script may be for {}", sites_of(guess)),
                   reasons_of(guess), format("choose one with {}", option_)};
  }
  const SiteCandidate& sure = guess.candidates.front();
  auto known = found_.find(sure.site);
  if (known == found_.end()) {
    auto site = data_files_.profiles().find(sure.site);
    if (!site) return site.failure();
    known = found_.emplace(sure.site, *std::move(site)).first;
  }
  return GuessedSite{known->second, clues_of(sure)};
}

Diagnostic SiteGuesser::remark(const std::string& file, const GuessedSite& guess) const {
  return {"",
          Severity::Note,
          file,
          format("taken for {}", full_name(guess.site)),
          guess.because,
          format("{} names another", option_),
          ""};
}

}  // namespace gpujob
