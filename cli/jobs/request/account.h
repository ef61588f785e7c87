// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <optional>
#include <utility>

#include "jobs/session/site_selection.h"
#include "plan/request.h"

namespace gpujob {

/// A request without an account, at a site that requires one, gets an example of the site's form
/// for the script. False for any other request.
bool add_account_example(const Selection& site, Request& request);

/// The accounts for requests without one at a site that requires one. What can be asked is asked
/// once for any number of requests.
class SiteAccounts {
 public:
  /// `find_endpoint`: where the jobs go; nothing if no scheduler is to be asked.
  using FindEndpoint = std::function<std::optional<Endpoint>()>;
  SiteAccounts(World& world, const Selection& site, FindEndpoint find_endpoint)
      : world_(world), site_(site), find_endpoint_(std::move(find_endpoint)) {}

  /// Adds the sandbox's own account if the job goes to a sandbox (then a note says so), else an
  /// example.
  Diagnostics complete(Request& request);
  /// A note of the accounts that the center's Slurm lists for the user, if a request had none.
  Diagnostics listed();

 private:
  const std::optional<Endpoint>& endpoint();

  World& world_;
  const Selection& site_;
  FindEndpoint find_endpoint_;
  std::optional<std::optional<Endpoint>> endpoint_;
  std::optional<Diagnostics> listed_;
  bool any_lacks_ = false;
};

/// gj101 with the ways out that gpujob has, as severe as the request says.
void advise_on_account(const Selection& site, const Request& request, Diagnostics& found);

}  // namespace gpujob
