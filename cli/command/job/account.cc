// SPDX-License-Identifier: MIT
#include "command/job/account.h"

#include <algorithm>
#include <set>

#include "base/format.h"
#include "base/text.h"
#include "profile/site.h"
#include "sandbox/accounts.h"
#include "sandbox/record.h"
#include "slurm/associations.h"

namespace gpujob {

namespace {

bool is_given(const Request& request) {
  const auto& own = request.sbatch_arguments;
  return request.account || std::any_of(own.begin(), own.end(), [](const std::string& word) {
           return word.starts_with("-A") || word.starts_with("--account");
         });
}

/// The accounts that the center's Slurm lists for the user. Without accounting there is nothing to
/// say, and a Slurm that cannot be asked is told of when the job is sent.
Diagnostics own_accounts(World& world, const Selection& site, const Endpoint& endpoint) {
  const auto all = list_associations(world, endpoint);
  if (!all || !*all) return {};
  std::set<std::string> accounts;
  for (const SlurmAssociation& one : **all) {
    const bool here = endpoint.cluster_name.empty() || one.cluster == endpoint.cluster_name;
    if (here && !one.account.empty()) accounts.insert(printable(one.account));
  }
  if (accounts.empty()) return {};
  const std::vector<std::string> names(accounts.begin(), accounts.end());
  return {{"", Severity::Note, format("site '{}'", site.profile->center),
           format("Slurm lists these accounts of yours: {}", join(names, ", ")), "",
           format("add --account {}", names.front()), ""}};
}

}  // namespace

Diagnostics complete_account(World& world, const DataFiles& data_files, const Selection& site,
                             const EndpointFlags& flags, bool asks_scheduler, Request& request) {
  const DirectiveRule* rule = site.get().find_rule("account");
  if (rule == nullptr || rule->use != Use::Required || is_given(request)) return {};
  request.account_example = example_of(rule->pattern);
  if (!asks_scheduler && !flags.sandbox) return {};
  // Where no scheduler can be asked, the command itself says so later.
  const auto endpoint = endpoint_for(world, data_files, site, flags, Need::Answers);
  if (endpoint && endpoint->kind == EndpointKind::Slurm)
    return own_accounts(world, site, *endpoint);
  if (!endpoint || endpoint->kind != EndpointKind::Sandbox) return {};
  const auto record = find_sandbox(world, endpoint->sandbox, full_name(site));
  const auto accounts =
      accounts_of(site.get(), record ? record->accounts : std::vector<std::string>{});
  if (!accounts) return {};
  const std::string origin = format("account of sandbox '{}'", endpoint->sandbox);
  request.account = SourcedValue{accounts->front(), From::Rule, origin};
  return {{"", Severity::Note, format("site '{}'", site.profile->center),
           format("no account is configured, so sandbox '{}' charges its own, '{}'",
                  endpoint->sandbox, accounts->front()),
           "", "", ""}};
}

void advise_on_account(const Selection& site, const Request& request, Diagnostics& found) {
  for (Diagnostic& one : found) {
    if (one.code != "gj101") continue;
    if (request.missing_account == MissingAccount::Warning) one.severity = Severity::Warning;
    one.fix = format("run 'gpujob config set sites.{}.account PROJECT', or add --account PROJECT",
                     site.profile->center);
  }
}

}  // namespace gpujob
