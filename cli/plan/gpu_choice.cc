// SPDX-License-Identifier: MIT
#include "plan/gpu_choice.h"

#include <algorithm>
#include <limits>

#include "base/format.h"
#include "base/text.h"
#include "contract/backends.h"

// A word names a GPU type if it is, in this order: the site's own key; that key in letters of
// another case; the id of its model ("vendor-chip"), or the id without the vendor ("chip"). The
// first step that finds anything decides; what it finds must be one type.

namespace gpujob {

namespace {

bool same_letters(const std::string& a, const std::string& b) {
  return to_lower(a) == to_lower(b);
}

std::string without_vendor(const std::string& id) {
  const std::size_t dash = id.find('-');
  return dash == std::string::npos ? id : id.substr(dash + 1);
}

bool names_model(const std::string& word, const std::string& id) {
  return same_letters(word, id) || same_letters(word, without_vendor(id));
}

/// A machine without a scheduler has no keys of its own: there the models' ids are the keys.
std::vector<GpuType> types_by_model(const ResolveInput& input) {
  std::vector<GpuType> types;
  for (const GpuModel& model : input.catalogue.models()) {
    GpuType type;
    type.key = model.id;
    type.model = model.id;
    types.push_back(type);
  }
  return types;
}

using Types = std::vector<const GpuType*>;

template <class Test>
Types matching(const std::vector<GpuType>& types, Test test) {
  Types found;
  for (const GpuType& type : types) {
    if (test(type)) found.push_back(&type);
  }
  return found;
}

std::vector<std::string> sorted_keys(const Types& types) {
  std::vector<std::string> keys;
  keys.reserve(types.size());
  for (const GpuType* type : types) keys.push_back(type->key);
  std::sort(keys.begin(), keys.end());
  return keys;
}

Result<GpuType> match_gpu(const Draft& draft, const std::string& word) {
  const Cluster& cluster = draft.input.cluster;
  const bool by_model = cluster.gpus.empty() && cluster.scheduler != Scheduler::Slurm;
  const std::vector<GpuType> models =
      by_model ? types_by_model(draft.input) : std::vector<GpuType>{};
  const std::vector<GpuType>& types = by_model ? models : cluster.gpus;
  Types found = matching(types, [&](const GpuType& type) { return type.key == word; });
  if (found.empty())
    found = matching(types, [&](const GpuType& type) { return same_letters(type.key, word); });
  if (found.empty())
    found = matching(types, [&](const GpuType& type) { return names_model(word, type.model); });
  if (found.empty()) {
    const Types all = matching(types, [](const GpuType&) { return true; });
    return unknown_name(draft.at_site(), "GPU type", word, sorted_keys(all));
  }
  if (found.size() > 1) {
    return Failure(ExitCode::Usage, draft.at_site(),
                   format("GPU type '{}' could be {}", word, join(sorted_keys(found), " or ")), "",
                   "use one of these keys");
  }
  return *found.front();
}

/// `--gpu KEY:N` and `--gpus N` may both be there if they agree.
Result<int> choose_count(const SourcedValue& word, const std::optional<int>& in_word,
                         const std::optional<int>& flag) {
  if (in_word && flag && *in_word != *flag) {
    return Failure(ExitCode::Usage, "--gpus",
                   format("{} contradicts --gpu '{}'", *flag, word.value), "",
                   "give the number of GPUs once");
  }
  const int asked = in_word.value_or(flag.value_or(1));
  if (const Status status = check_count(in_word ? word.origin : "--gpus", asked, kMostGpus);
      !status)
    return status.failure();
  return asked;
}

Result<GpuChoice> complete(const Draft& draft, const GpuType& type, int asked) {
  const GpuModel* model = draft.input.catalogue.find(type.model);
  if (model == nullptr) {
    return Failure(ExitCode::Invalid, type.origin.text(),
                   format("GPU model '{}' is not in gpus.yaml", type.model),
                   "its vendor and architecture are unknown", "add the model there");
  }
  return GpuChoice{type, *model, asked};
}

Result<GpuChoice> choose_named(Draft& draft, const SourcedValue& setting) {
  const Result<GpuWord> word = read_gpu_word(setting.value, setting.origin);
  if (!word) return word.failure();
  const Result<GpuType> type = match_gpu(draft, word->key);
  if (!type) return type.failure();
  const Result<int> asked = choose_count(setting, word->count, draft.request.gpus);
  if (!asked) return asked.failure();
  draft.explain("gpu", type->key, setting.from, setting.origin);
  return complete(draft, *type, *asked);
}

/// A cluster with Slurm whose profile has no GPU type may have GPUs all the same.
Failure no_types(const Draft& draft) {
  return {
      ExitCode::Invalid,
      Diagnostic{"gp205", Severity::Error, draft.at_site(), "its GPU types are not documented", "",
                 format("use another site, or ask the center and add them to {}",
                        file_to_complete(draft.input.profile)),
                 ""}};
}

std::string serving(std::optional<Vendor> vendor) {
  return vendor ? vendor_name(*vendor) + " GPU type" : "GPU type";
}

/// The user wants a GPU and does not say which: fine if the cluster has only one type that fits.
Result<GpuChoice> choose_only(Draft& draft, const std::string& backend,
                              std::optional<Vendor> vendor) {
  const std::vector<std::string> keys = gpu_keys(draft.input, vendor);
  if (keys.empty()) {
    return Failure(
        ExitCode::Invalid,
        Diagnostic{"gp218", Severity::Error, draft.at_site(), format("has no {}", serving(vendor)),
                   vendor ? format("backend '{}' needs one", backend) : "the request asks for GPUs",
                   "use another site, or --backend cpu", ""});
  }
  if (keys.size() > 1) {
    return Failure(ExitCode::Usage, draft.at_site(), "several GPU types fit",
                   format("it has {}", join(keys, ", ")), format("add --gpu {}", keys.front()));
  }
  const Result<int> asked = choose_count({}, std::nullopt, draft.request.gpus);
  if (!asked) return asked.failure();
  const GpuType& type = *draft.cluster().find_gpu(keys.front());
  draft.explain("gpu", type.key, From::Rule, format("the only {} of the cluster", serving(vendor)));
  return complete(draft, type, *asked);
}

}  // namespace

bool names_gpu(const std::string& word, const GpuType& type) {
  return same_letters(type.key, word) || names_model(word, type.model);
}

Result<GpuWord> read_gpu_word(const std::string& word, const std::string& origin) {
  const std::size_t colon = word.find(':');
  const std::string key = word.substr(0, colon);
  if (key.empty()) {
    return Failure(ExitCode::Usage, origin, format("'{}' names no GPU type", word), "",
                   "write KEY or KEY:N");
  }
  if (colon == std::string::npos) return GpuWord{key, std::nullopt};
  const std::optional<long long> count = parse_integer(word.substr(colon + 1));
  if (!count || *count < 1 || *count > std::numeric_limits<int>::max()) {
    return Failure(ExitCode::Usage, origin,
                   format("'{}' is not a number of GPUs", word.substr(colon + 1)),
                   format("in '{}'", word), "give a whole number above 0");
  }
  return GpuWord{key, static_cast<int>(*count)};
}

std::optional<Vendor> vendor_of(const std::string& backend) {
  const Backend* const row = find_backend(backend);
  if (row == nullptr || row->vendor.empty()) return std::nullopt;
  return row->vendor == to_string(Vendor::Amd) ? Vendor::Amd : Vendor::Nvidia;
}

std::vector<std::string> gpu_keys(const ResolveInput& input, std::optional<Vendor> vendor) {
  const auto fits = [&](const GpuType& type) {
    const GpuModel* model = input.catalogue.find(type.model);
    return !vendor || (model != nullptr && model->vendor == *vendor);
  };
  return sorted_keys(matching(input.cluster.gpus, fits));
}

Result<std::optional<GpuChoice>> choose_gpu(Draft& draft) {
  const Request& request = draft.request;
  const std::string backend = request.backend ? request.backend->value : "";
  const std::optional<Vendor> vendor = vendor_of(backend);
  // On a machine without a scheduler the program simply takes the GPUs that are there.
  const bool wanted = (request.gpus || vendor) && draft.has_scheduler();
  if (!request.gpu && !wanted) return std::optional<GpuChoice>{};
  if (draft.has_scheduler() && draft.cluster().gpus.empty()) return no_types(draft);
  Result<GpuChoice> choice =
      request.gpu ? choose_named(draft, *request.gpu) : choose_only(draft, backend, vendor);
  if (!choice) return choice.failure();
  return std::optional<GpuChoice>(*choice);
}

}  // namespace gpujob
