// SPDX-License-Identifier: MIT
#include "workload/workload.h"

#include <algorithm>

namespace gpujob {

namespace {

template <class Named>
const Named* find_named(const std::vector<Named>& list, const std::string& name) {
  const auto found =
      std::find_if(list.begin(), list.end(), [&](const Named& one) { return one.name == name; });
  return found == list.end() ? nullptr : &*found;
}

}  // namespace

const Parameter* Workload::find_parameter(const std::string& parameter) const {
  return find_named(parameters, parameter);
}

const Variant* Workload::find_variant(const std::string& variant) const {
  return find_named(variants, variant);
}

const NamedSize* Workload::find_size(const std::string& size) const {
  return find_named(sizes, size);
}

}  // namespace gpujob
