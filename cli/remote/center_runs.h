// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "remote/channel.h"
#include "run/center_link.h"

namespace gpujob {

/// The request that makes gpujob at a center create and send the run. It is kept in the run's
/// directory before anything is sent, so that it can be made again word for word.
Status keep_center_request(World& world, const std::string& run_directory,
                           const CenterRequest& request);

/// What a pull brought.
struct Pulled {
  std::size_t files = 0;  ///< that are new or newer here
  std::uint64_t bytes = 0;
  std::size_t kept = 0;  ///< that were here already
};

/// Runs at centers that are asked through their open connections.
class CenterRuns : public CenterLink {
 public:
  explicit CenterRuns(std::string version) : version_(std::move(version)) {}

  Result<RunRecord> send(World& world, RunStore& store, RunRecord run) override;
  void refresh(World& world, RunStore& store, const std::vector<RunRecord*>& runs,
               Diagnostics& problems) override;
  Result<RunRecord> cancel(World& world, RunStore& store, RunRecord run) override;

  /// Brings the reports, end markers and logs that are not here yet, each checked against the sum
  /// that the center gives and written whole.
  Result<Pulled> pull(World& world, const RunRecord& run) const;

 private:
  CenterAddress address_of(const RunRecord& run) const;
  Status take_answers(World& world, RunStore& store, const std::vector<RunRecord*>& runs,
                      const std::string& document, Diagnostics& problems);

  std::string version_;
};

}  // namespace gpujob
