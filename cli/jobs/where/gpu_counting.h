// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "jobs/where/gpu_type_count.h"
#include "jobs/where/live_place.h"
#include "jobs/where/wish.h"
#include "remote/channel.h"

namespace gpujob {

/// Asks about the GPUs of clusters: Slurms of this machine one after the other, centers behind
/// connections all at the same time.
class GpuCounting {
 public:
  GpuCounting(Session& session, const PlaceFlags& place, Wish wish, std::string today)
      : session_(session),
        place_(place),
        wish_(std::move(wish)),
        today_(std::move(today)),
        live_(session, place, Need::Counts) {}

  /// Adds a row for each type that is wanted there; what a center is to fill waits for ask().
  void add(const Selection& site);
  /// Asks the centers.
  void ask();
  std::vector<GpuTypeCount> counts() const;
  /// What was asked and not answered, and why no Slurm told of some sites.
  Diagnostics problems() const;

 private:
  /// Sites whose numbers are the profile's for one reason, and what opens a way.
  struct NotAsked {
    std::string reason, way;
    std::vector<std::string> sites;
  };

  /// A center whose rows are to be filled.
  struct ToAsk {
    std::size_t rows;  ///< which of counts_
    Selection site;
    CenterQuestion question;
  };

  void ask_here(const Selection& site, const LivePlaces::Asked& asked,
                std::vector<GpuTypeCount>& rows);
  Result<CenterQuestion> question_for(const Selection& site, const std::string& host,
                                      const std::vector<GpuTypeCount>& rows) const;
  Status take_reply(const CenterReply& reply, const std::string& site,
                    std::vector<GpuTypeCount>& rows);
  void not_asked(const Selection& site, const Failure& failure, std::vector<GpuTypeCount>& rows);
  void add_reason(const NotAsked& added);
  void add_start(const Selection& site, GpuTypeCount& row);

  Session& session_;
  PlaceFlags place_;
  Wish wish_;
  std::string today_;
  LivePlaces live_;
  std::vector<std::vector<GpuTypeCount>> counts_;  ///< of each cluster
  std::vector<ToAsk> to_ask_;
  std::vector<NotAsked> not_asked_;
  Diagnostics problems_;
};

}  // namespace gpujob
