// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "profile/gpu_catalogue.h"
#include "slurm/cluster_offers.h"
#include "slurm/inventory.h"

namespace gpujob {

/// A site profile as far as Slurm tells it, and what a person must add.
struct SiteDraft {
  std::string center;             ///< also the name of its file
  std::string text;               ///< YAML that 'gpujob site check' accepts
  std::vector<std::string> open;  ///< in the order of the file
};

/// Of the center `center`; empty: it is called as the cluster. `day`: on which Slurm was asked.
/// Nothing is guessed: what Slurm does not say stays out, and GPUs whose model is not certain are
/// comments, and so is what `offers` says.
SiteDraft draft_site(const Inventory& inventory, const GpuCatalogue& catalogue,
                     const std::string& day, const std::string& center = "",
                     const ClusterOffers& offers = {});

/// May a profile hold it as a name of Slurm's?
bool is_profile_name(std::string_view text);

}  // namespace gpujob
