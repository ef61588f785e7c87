// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "base/json.h"
#include "base/world.h"
#include "command/job/request_options.h"
#include "jobs/request/possible_place.h"

namespace gpujob {

struct WhereOptions : JobOptions {
  std::string order;  ///< --sort
  bool all = false;   ///< --all
};

Result<WhereOptions> parse_where(const Arguments& arguments);

/// Where the job cannot go as `gpujob submit` makes it.
struct ImpossiblePlace {
  std::string site, gpu, why;
  std::size_t others = 0;  ///< choices of a partition and QOS that take it
};

struct FoundPlaces {
  std::vector<PossiblePlace> choices;
  std::vector<ImpossiblePlace> not_at;
  std::size_t left_out = 0;  ///< of the choices, for the eye
};

/// Of sorted places those that `submit` would choose, with the number of the others of the same
/// GPUs, and the others that come before them.
FoundPlaces without_others(FoundPlaces found);

/// "now", "in 5 min", "refused: …", "?"
std::string start_text(const PossiblePlace& place);

/// The table and, on stderr, a line about what is not known anywhere. Waits and times are those of
/// a workload.
void print_places(World& world, const FoundPlaces& found, bool is_workload);

/// The same as a document of kind "where".
Json places_json(const FoundPlaces& found, const std::string& order);

}  // namespace gpujob
