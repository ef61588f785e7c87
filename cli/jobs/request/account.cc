// SPDX-License-Identifier: MIT
#include "jobs/request/account.h"

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

bool add_account_example(const Selection& site, Request& request) {
  const DirectiveRule* rule = site.get().find_rule("account");
  if (rule == nullptr || rule->use != Use::Required || is_given(request)) return false;
  request.account_example = example_of(rule->pattern);
  return true;
}

const std::optional<Endpoint>& SiteAccounts::endpoint() {
  if (!endpoint_) endpoint_ = find_endpoint_();
  return *endpoint_;
}

Diagnostics SiteAccounts::complete(Request& request) {
  if (!add_account_example(site_, request)) return {};
  any_lacks_ = true;
  // Where no scheduler can be asked, the command itself says so later.
  if (!endpoint() || endpoint()->kind != EndpointKind::Sandbox) return {};
  const std::string& sandbox = endpoint()->sandbox;
  const auto record = find_sandbox(world_, sandbox, full_name(site_));
  const auto accounts =
      accounts_of(site_.get(), record ? record->accounts : std::vector<std::string>{});
  if (!accounts) return {};
  const std::string origin = format("account of sandbox '{}'", sandbox);
  request.account = SourcedValue{accounts->front(), From::Rule, origin};
  return {{"", Severity::Note, format("site '{}'", site_.profile->center),
           format("no account is configured, so sandbox '{}' charges its own, '{}'", sandbox,
                  accounts->front()),
           "", "", ""}};
}

Diagnostics SiteAccounts::listed() {
  if (!any_lacks_ || !endpoint() || endpoint()->kind != EndpointKind::Slurm) return {};
  if (!listed_) listed_ = own_accounts(world_, site_, *endpoint());
  return *listed_;
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
