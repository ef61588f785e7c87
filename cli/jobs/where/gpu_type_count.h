// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/json.h"
#include "jobs/request/possible_place.h"
#include "jobs/session/data_files.h"

namespace gpujob {

/// The GPUs of one type of a cluster: how many there are, and who says so.
struct GpuTypeCount {
  PossiblePlace place;      ///< for one GPU; its stock is there where a Slurm told it now
  std::optional<int> all;   ///< as the profile says; nothing: it does not
  bool is_at_most = false;  ///< that is a bound
  std::string sandbox;      ///< whose Slurm told it; empty: the center's
  std::string why;          ///< no Slurm told it
};

/// What the profile says of a type alone.
GpuTypeCount count_in_profile(const Selection& site, const GpuType& type, const std::string& today);

/// What is free now first, what only a profile tells and what is over last; else the order stays.
void sort_counts(std::vector<GpuTypeCount>& counts);

/// Takes what the rows of a document of kind "gpu-stock", written by gpujob at the center of
/// `counts`, tell. False if they do not
/// fit: a type is missing, or a number cannot be one.
bool take_counts(const Json& rows, std::vector<GpuTypeCount>& counts);

}  // namespace gpujob
