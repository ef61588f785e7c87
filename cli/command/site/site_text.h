// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "base/json.h"
#include "base/screen.h"
#include "profile/cluster_state.h"
#include "profile/gpu_catalogue.h"

// A site profile as text and as JSON.

namespace gpujob {

/// Of such a text: green, yellow (ending) or red (retired).
Colour status_colour(std::string_view status);

std::vector<std::string> gpu_key_list(const Cluster& cluster);

/// "2 or 6": the GPUs per node of the shapes with this type; "?" if unknown.
std::string gpus_per_node_text(const Cluster& cluster, const std::string& gpu_key);

/// How to request it on this many nodes: "--gpus=N --constraint=x", "the partition alone", "not
/// documented".
std::string request_text(const GpuType& type, int nodes);

/// The whole cluster as text: GPUs, partitions, rules, stacks, sources.
std::string cluster_text(const SiteProfile& profile, const Cluster& cluster,
                         const std::string& today, const Screen& screen);

/// One GPU type: the model's facts, the request, its nodes and software stacks.
std::string gpu_text(const SiteProfile& profile, const Cluster& cluster, const GpuType& type,
                     const GpuModel* model, const Screen& screen);

/// Everything the profile says about the cluster; unknown fields are absent.
Json cluster_json(const SiteProfile& profile, const Cluster& cluster);
Json status_json(const ClusterStatus& status);
Json stack_json(const Stack& stack);
Json gpu_json(const Cluster& cluster, const GpuType& type, const GpuModel* model);

}  // namespace gpujob
