// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "lint/resource_request.h"
#include "profile/gpu_catalogue.h"
#include "profile/site.h"

// The GPU vendor that a module is for, and the vendor of the GPUs that a job gets.

namespace gpujob {

/// The vendor of the toolkit in a module's name: "CUDA/12.1.1", "rocm/6.3.3".
std::optional<Vendor> vendor_of_module(const std::string& name);

/// The major version of CUDA in a module's name, in either of its usual forms: "CUDA/12.1.1",
/// "numba/0.58.1-foss-2023a-CUDA-12.1.1".
std::optional<int> cuda_of_module(const std::string& name);

/// A model's id in the catalogue begins with its vendor: "nvidia-…", "amd-…".
std::optional<Vendor> vendor_of_model(std::string_view model);

/// The GPU types of these shapes, each once, in order; empty if one is unknown, or a
/// node has several.
std::vector<const GpuType*> gpu_types_of(const std::vector<const NodeShape*>& shapes,
                                         const Cluster& cluster);

/// How to get only the vendor's GPUs among the request's shapes: "add '#SBATCH
/// --constraint=…'".
std::string keep_to_vendor(Vendor vendor, const ResourceRequest& request, const Cluster& cluster);

}  // namespace gpujob
