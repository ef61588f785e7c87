// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "base/result.h"
#include "base/world.h"
#include "jobs/session/configuration.h"
#include "jobs/session/data_files.h"
#include "jobs/session/listener.h"
#include "jobs/session/run_locator.h"
#include "jobs/session/site_selection.h"

namespace gpujob {

/// What everything that plans, sends and follows jobs works with: the world, the user's
/// configuration, the files on the search path, the runs, and who is told of what happens.
struct Session {
  Session(World& outside, std::unique_ptr<Listener> told, Configuration settings,
          std::vector<std::string> profile_path = {})
      : world(outside),
        listener(std::move(told)),
        configuration(std::move(settings)),
        data_files(outside, std::move(profile_path)),
        runs(outside, configuration, *listener) {}

  /// With the user's configuration as it is now. `profile_path`: see DataFiles.
  static Result<Session> open(World& world, std::unique_ptr<Listener> listener,
                              std::vector<std::string> profile_path = {}) {
    auto configuration = load_configuration(world);
    if (!configuration) return configuration.failure();
    return Session(world, std::move(listener), *std::move(configuration), std::move(profile_path));
  }

  Result<Selection> site(const PlaceFlags& place) {
    return select_site(world, data_files, configuration, place);
  }
  Result<Endpoint> endpoint(const Selection& site, const PlaceFlags& place,
                            Need need = Need::Jobs) const {
    return endpoint_for(world, data_files, site, place, need);
  }

  World& world;
  std::unique_ptr<Listener> listener;
  Configuration configuration;
  DataFiles data_files;
  RunLocator runs;
};

}  // namespace gpujob
