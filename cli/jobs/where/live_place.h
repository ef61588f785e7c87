// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "jobs/request/job.h"
#include "jobs/request/possible_place.h"
#include "jobs/session/data_files.h"
#include "jobs/session/session.h"
#include "jobs/session/site_selection.h"

namespace gpujob {

/// Each start is a question of its own to the controller; so many are asked in one command beside
/// those of the places that `submit` would choose.
inline constexpr std::size_t kMostOtherStarts = 16;

/// What the schedulers that can be reached say now: one question about all nodes of a cluster, and
/// a test of each job.
class LivePlaces {
 public:
  /// `need`: Answers, or Counts where those of a center behind a connection are wanted as well.
  LivePlaces(Session& session, PlaceFlags flags, Need need = Need::Answers)
      : session_(session), flags_(std::move(flags)), need_(need) {}

  /// A cluster, asked once.
  struct Asked {
    std::optional<Endpoint> endpoint;
    std::vector<ListedNode> nodes;
    bool has_nodes = false;  ///< false: `why` tells; a center behind a connection is not asked here
    Failure why{ExitCode::Done, Diagnostics{}};
  };
  const Asked& ask(const Selection& site);
  /// Adds free GPUs and the estimated start; leaves them unknown where no scheduler can be asked,
  /// and the start of those that `submit` would not choose after kMostOtherStarts of them.
  void add(const Job& job, PossiblePlace& place);
  /// Adds the start alone.
  void add_start(const Job& job, PossiblePlace& place);
  /// Adds a note if this machine has a Slurm, and none of the clusters that were asked is it.
  void note_other_slurm();
  /// Adds a note if starts were not asked for their number.
  void note_not_asked();
  /// Notes and warnings about what was asked and not answered.
  const Diagnostics& problems() const { return problems_; }

 private:
  Result<Endpoint> endpoint_of(const Selection& site);
  void add_problem(Diagnostic problem);
  void warn(const Failure& failure);
  void need_account(const Selection& site);

  Session& session_;
  PlaceFlags flags_;
  Need need_;
  std::optional<HostEnvironment> around_;  ///< of this machine
  std::map<std::string, Asked> clusters_;  ///< by "center/cluster"
  Diagnostics problems_;
  std::size_t other_starts_ = 0;  ///< of places that submit would not choose, asked or not
  std::optional<std::chrono::system_clock::time_point> asked_first_;
};

}  // namespace gpujob
