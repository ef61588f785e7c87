// SPDX-License-Identifier: MIT
#include "jobs/session/center_address.h"

#include "base/format.h"
#include "jobs/session/program_version.h"
#include "jobs/session/site_selection.h"

namespace gpujob {

std::string ssh_host_of(const Configuration& configuration, const Selection& site) {
  const PlacedText* host = configuration.find("ssh", site.profile->center, site.cluster);
  return host == nullptr ? "" : host->value;
}

Result<CenterAddress> find_center(World& world, const std::string& word) {
  const auto configuration = load_configuration(world);
  if (!configuration) return configuration.failure();
  const DataFiles data_files(world, {});
  const auto site = data_files.profiles().find(word);
  if (!site) return site.failure();
  CenterAddress found{full_name(*site), ssh_host_of(*configuration, *site),
                      std::string(kProgramVersion)};
  if (!found.host.empty()) return found;
  const std::vector<std::string>& login = site->get().login;
  return Failure{ExitCode::Usage, format("site '{}'", found.site), "no host of ssh is set for it",
                 login.empty() ? "its profile names no login host"
                               : format("its login hosts: {}", join(login, ", ")),
                 format("run 'gpujob config set sites.{}.ssh {}'", word,
                        login.empty() ? "HOST" : login.front())};
}

}  // namespace gpujob
