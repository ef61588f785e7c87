// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "plan/draft.h"

namespace gpujob {

/// `--gpu KEY` or `--gpu KEY:N`, taken apart.
struct GpuWord {
  std::string key;
  std::optional<int> count;
};

/// Fails with ExitCode::Usage if the key is missing or the number is not a whole number above 0.
Result<GpuWord> read_gpu_word(const std::string& word, const std::string& origin);

/// The GPUs that a job asks for: the cluster's type, the model behind it, and the job's total.
struct GpuChoice {
  GpuType type;
  GpuModel model;
  int asked = 1;
};

/// The GPU type that the request means; nothing for a job without GPUs. A job that needs a GPU and
/// does not say which gets the cluster's only type that fits. Fails with ExitCode::Usage for an
/// unknown or ambiguous word, with ExitCode::Invalid if the cluster has no such GPU.
Result<std::optional<GpuChoice>> choose_gpu(Draft& draft);

/// Does the word mean this type: its key in any case of letters, or its model?
bool names_gpu(const std::string& word, const GpuType& type);

/// The vendor whose GPUs a backend runs on; nothing for a backend of the CPU.
std::optional<Vendor> vendor_of(const std::string& backend);

/// The cluster's GPU keys, sorted; only those of `vendor` if it is given.
std::vector<std::string> gpu_keys(const ResolveInput& input, std::optional<Vendor> vendor);

}  // namespace gpujob
