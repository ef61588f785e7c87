// SPDX-License-Identifier: MIT
#include "lint/vendor.h"

#include "base/format.h"
#include "base/text.h"
#include "lint/finding.h"
#include "lint/matching_nodes.h"

namespace gpujob {

namespace {

constexpr int kNewest = 99;  ///< larger numbers are years in toolchain names

/// A feature of all nodes with the vendor's GPUs and of no other GPU node; or nothing.
std::string feature_of_vendor(Vendor vendor, const std::vector<const NodeShape*>& shapes,
                              const Cluster& cluster) {
  std::vector<std::string> common;
  std::vector<std::string> others;
  bool first = true;
  for (const NodeShape* shape : shapes) {
    const GpuType* gpu = cluster.find_gpu(shape->gpu);
    if (gpu == nullptr) continue;
    if (vendor_of_model(gpu->model) != vendor) {
      others.insert(others.end(), shape->features.begin(), shape->features.end());
    } else if (first) {
      common = shape->features;
      first = false;
    } else {
      std::erase_if(common,
                    [&](const std::string& name) { return !contains(shape->features, name); });
    }
  }
  std::erase_if(common, [&](const std::string& name) { return contains(others, name); });
  return common.empty() ? "" : common.front();
}

}  // namespace

std::optional<Vendor> vendor_of_module(const std::string& name) {
  const std::string lower = to_lower(name);
  const auto has = [&](const char* part) { return lower.find(part) != std::string::npos; };
  if (has("cuda") || has("nvhpc")) return Vendor::Nvidia;
  if (has("rocm") || has("amd-gfx")) return Vendor::Amd;
  return std::nullopt;
}

std::optional<int> cuda_of_module(const std::string& name) {
  const std::string lower = "/" + to_lower(name);
  for (const std::string_view mark : {"-cuda-", "/cuda/"}) {
    const std::size_t at = lower.find(mark);
    if (at == std::string::npos) continue;
    const std::string_view version = std::string_view(lower).substr(at + mark.size());
    const std::optional<long long> major = parse_integer(version.substr(0, version.find('.')));
    if (major && *major > 0 && *major <= kNewest) return static_cast<int>(*major);
  }
  return std::nullopt;
}

std::optional<Vendor> vendor_of_model(std::string_view model) {
  if (model.starts_with("nvidia-")) return Vendor::Nvidia;
  if (model.starts_with("amd-")) return Vendor::Amd;
  return std::nullopt;
}

std::vector<const GpuType*> gpu_types_of(const std::vector<const NodeShape*>& shapes,
                                         const Cluster& cluster) {
  std::vector<const GpuType*> types;
  for (const NodeShape* shape : shapes) {
    if (!has_gpus(*shape)) continue;
    if (!shape->more_gpus.empty()) return {};
    const GpuType* gpu = cluster.find_gpu(shape->gpu);
    if (gpu == nullptr || !vendor_of_model(gpu->model)) return {};
    if (!contains(types, gpu)) types.push_back(gpu);
  }
  return types;
}

std::string keep_to_vendor(Vendor vendor, const ResourceRequest& request, const Cluster& cluster) {
  const std::string feature = feature_of_vendor(vendor, request.shapes, cluster);
  if (!feature.empty() && request.lines.constraint.line == 0) {
    return format("add '#SBATCH --constraint={}'", feature);
  }
  if (!feature.empty()) return format("join '{}' to --constraint with '&'", feature);
  std::vector<std::string> names;
  for (const GpuType* gpu : gpu_types_of(request.shapes, cluster)) {
    if (vendor_of_model(gpu->model) == vendor && !gpu->gres.empty()) names.push_back(gpu->gres);
  }
  return names.empty() ? "" : "name a GPU type: " + alternatives(names);
}

}  // namespace gpujob
