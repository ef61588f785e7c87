// SPDX-License-Identifier: MIT
#include "workload/workload.h"

#include <algorithm>

#include "base/text.h"

namespace gpujob {

namespace {

template <class Named>
const Named* find_named(const std::vector<Named>& list, const std::string& name) {
  const auto found =
      std::find_if(list.begin(), list.end(), [&](const Named& one) { return one.name == name; });
  return found == list.end() ? nullptr : &*found;
}

}  // namespace

bool Variant::runs_on(const std::string& backend) const {
  return backends.empty() || contains(backends, backend);
}

const Parameter* Workload::find_parameter(const std::string& parameter) const {
  return find_named(parameters, parameter);
}

const Variant* Workload::find_variant(const std::string& variant) const {
  return find_named(variants, variant);
}

std::vector<std::string> Workload::variants_for(const std::string& backend) const {
  std::vector<std::string> names;
  for (const Variant& variant : variants) {
    if (variant.runs_on(backend)) names.push_back(variant.name);
  }
  return names;
}

std::string Workload::default_variant_for(const std::string& backend) const {
  const Variant* variant = find_variant(default_variant);
  if (variant != nullptr && variant->runs_on(backend)) return default_variant;
  const std::vector<std::string> names = variants_for(backend);
  return names.empty() ? "" : names.front();
}

const std::vector<std::string>& Workload::precisions_of(const Variant& variant) const {
  return variant.precisions.empty() ? precisions : variant.precisions;
}

const NamedSize* Workload::find_size(const std::string& size) const {
  return find_named(sizes, size);
}

int Workload::usable_gpus(const std::string& backend) const {
  const bool can = gpu_backends.empty() || contains(gpu_backends, backend);
  return can ? max_gpus : std::min(max_gpus, 1);
}

}  // namespace gpujob
