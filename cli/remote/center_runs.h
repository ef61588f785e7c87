// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "remote/channel.h"
#include "remote/pull_outputs.h"
#include "run/center_link.h"

namespace gpujob {

/// The request that makes gpujob at a center create and send a run, or the runs of an array. It is
/// kept in the directory of the run or the array before anything is sent, so that it can be made
/// again word for word.
Status keep_center_request(World& world, const std::string& directory,
                           const CenterRequest& request);

/// The request that was kept. Fails with ExitCode::Usage for a run without one.
Result<CenterRequest> kept_center_request(const World& world, const RunRecord& run);

/// Numbers of the runs of each center, in their order.
std::vector<std::vector<std::size_t>> runs_by_center(const std::vector<const RunRecord*>& runs);

/// Runs at centers that are asked through their open connections.
class CenterRuns : public CenterLink {
 public:
  explicit CenterRuns(std::string version) : version_(std::move(version)) {}

  std::vector<Result<RunRecord>> send(World& world, RunStore& store,
                                      std::vector<RunRecord> runs) override;
  void refresh(World& world, RunStore& store, const std::vector<CenterGroup>& centers,
               Diagnostics& problems) override;
  Status bring_output(World& world, const RunRecord& run) override;
  std::vector<Result<RunRecord>> cancel(World& world, RunStore& store,
                                        std::vector<RunRecord> runs) override;

  /// See pull_files().
  std::vector<Result<Pulled>> pull(World& world, const std::vector<const RunRecord*>& runs) const;
  /// See pull_outputs(): those of a run go to a folder of its id in `destination`.
  std::vector<Result<PulledOutputs>> pull_outputs_of(World& world,
                                                     const std::vector<const RunRecord*>& runs,
                                                     const std::vector<std::string>& match,
                                                     const std::string& destination) const;

 private:
  CenterAddress address_of(const RunRecord& run) const;
  Status take_answers(World& world, RunStore& store, const std::vector<RunRecord*>& runs,
                      const std::string& document, Diagnostics& problems);
  Result<RunRecord> take_sent(World& world, RunStore& store, RunRecord run,
                              const CenterAnswer& answer);

  std::string version_;
};

}  // namespace gpujob
