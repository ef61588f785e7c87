// SPDX-License-Identifier: MIT
#include "script/gpu_count.h"

#include "script/option_value.h"

namespace gpujob {

GpuCount read_gpu_count(std::string_view text) {
  text = text.substr(0, text.find('('));
  const std::size_t colon = text.rfind(':');
  const bool typed = colon != std::string_view::npos;
  const std::optional<long long> count = parse_count(typed ? text.substr(colon + 1) : text);
  if (!count) return {std::string(text), 1};
  return {typed ? std::string(text.substr(0, colon)) : std::string(), *count};
}

std::string_view gres_name(std::string_view item) {
  for (const std::string_view prefix : {"gres:", "gres/"}) {
    if (item.starts_with(prefix)) item.remove_prefix(prefix.size());
  }
  return item;
}

std::optional<std::string_view> gpu_count_of(std::string_view gres_item) {
  const std::string_view item = gres_name(gres_item);
  if (item == "gpu") return std::string_view("1");
  if (item.starts_with("gpu:")) return item.substr(4);
  return std::nullopt;
}

}  // namespace gpujob
