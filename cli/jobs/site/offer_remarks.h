// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "slurm/cluster_offers.h"
#include "slurm/inventory.h"

namespace gpujob {

/// A pattern that all the accounts fit, in which only the digits may be others; empty if they have
/// several forms, or there is not one.
std::string account_form(const std::vector<std::string>& accounts);

/// The accounts of the user on the cluster, each once.
std::vector<std::string> accounts_on(const ClusterOffers& offers, const std::string& cluster);

/// How jobs ask for GPUs, one line for each partition that has some or whose jobs do, and what the
/// jobs do not tell.
std::vector<std::string> request_remarks(const ClusterOffers& offers, const Inventory& inventory);

/// What a person who writes the profile should know: one line each, as comments without '#'.
std::vector<std::string> offer_remarks(const ClusterOffers& offers, const Inventory& inventory);

}  // namespace gpujob
