// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "lint/resource_request.h"
#include "profile/site.h"

// Whose GPUs a module is for, and whose a job gets.

namespace gpujob {

enum class GpuVendor { Nvidia, Amd };

/// "NVIDIA"
std::string to_string(GpuVendor vendor);

/// The vendor whose toolkit a module's name carries: "CUDA/12.1.1", "rocm/6.3.3".
std::optional<GpuVendor> vendor_of_module(const std::string& name);

/// The major version of CUDA that a module's name says, in one of the two ways that are in use:
/// "CUDA/12.1.1", "numba/0.58.1-foss-2023a-CUDA-12.1.1".
std::optional<int> cuda_of_module(const std::string& name);

/// A model's id in the catalogue begins with its vendor: "nvidia-…", "amd-…".
std::optional<GpuVendor> vendor_of_model(std::string_view model);

/// The GPU types of these shapes, each once, in order; empty if a shape's is not known.
std::vector<const GpuType*> gpu_types_of(const std::vector<const NodeShape*>& shapes,
                                         const Cluster& cluster);

/// How to get none but the vendor's GPUs among the request's shapes: "add '#SBATCH
/// --constraint=…'".
std::string keep_to_vendor(GpuVendor vendor, const ResourceRequest& request,
                           const Cluster& cluster);

}  // namespace gpujob
