// SPDX-License-Identifier: MIT
#include "jobs/site/offer_remarks.h"

#include <algorithm>
#include <array>
#include <set>

#include "base/format.h"
#include "base/text.h"

namespace gpujob {

namespace {

/// What software for GPUs is called, in small letters.
constexpr std::array<std::string_view, 8> kGpuSoftware = {"cuda",  "rocm", "hip",     "nvhpc",
                                                          "numba", "cupy", "pytorch", "opencl"};

std::string with_any_digits(const std::string& account) {
  std::string form;
  for (const char c : account) {
    const bool digit = c >= '0' && c <= '9';
    const bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '-';
    if (!digit) {
      form += (letter ? "" : "\\") + std::string(1, c);
    } else if (!form.ends_with("[0-9]+")) {
      form += "[0-9]+";
    }
  }
  return form;
}

std::string limits_text(const SlurmAssociation& one) {
  std::vector<std::string> limits;
  if (one.gpus_per_job) limits.push_back(format("{} in a job", count_of(*one.gpus_per_job, "GPU")));
  if (one.gpus_at_once) limits.push_back(format("{} at once", count_of(*one.gpus_at_once, "GPU")));
  return join(limits, ", ");
}

}  // namespace

std::string account_form(const std::vector<std::string>& accounts) {
  std::set<std::string> forms;
  for (const std::string& account : accounts) forms.insert(with_any_digits(account));
  return forms.size() == 1 ? *forms.begin() : "";
}

std::vector<std::string> accounts_on(const ClusterOffers& offers, const std::string& cluster) {
  std::vector<std::string> accounts;
  if (!offers.associations) return accounts;
  for (const SlurmAssociation& one : *offers.associations) {
    if (one.cluster == cluster && !contains(accounts, one.account)) accounts.push_back(one.account);
  }
  return accounts;
}

std::vector<std::string> offer_remarks(const ClusterOffers& offers, const std::string& cluster) {
  std::vector<std::string> remarks;
  const auto add = [&](const std::string& what, const std::vector<std::string>& words) {
    if (!words.empty()) remarks.push_back(printable(format("{}: {}", what, join(words, ", "))));
  };
  add("your accounts here", accounts_on(offers, cluster));
  for (const SlurmAssociation& one :
       offers.associations.value_or(std::vector<SlurmAssociation>{})) {
    const std::string limits = limits_text(one);
    if (one.cluster == cluster && !limits.empty())
      add(format("your limits in account '{}'", one.account), {limits});
  }
  std::vector<std::string> licenses;
  for (const SlurmLicense& one : offers.licenses.value_or(std::vector<SlurmLicense>{}))
    licenses.push_back(format("{} {}", one.total, one.name));
  add("licenses, asked for with --licenses", licenses);
  std::vector<std::string> reservations;
  for (const SlurmReservation& one :
       offers.reservations.value_or(std::vector<SlurmReservation>{})) {
    reservations.push_back(format("{} ({}{})", one.name, count_of(one.nodes, "node"),
                                  one.is_maintenance ? ", maintenance" : ""));
  }
  add("reservations", reservations);
  std::vector<std::string> modules;
  for (const std::string& module : offers.modules.value_or(std::vector<std::string>{})) {
    const std::string small = to_lower(module);
    const bool is_for_gpus =
        std::any_of(kGpuSoftware.begin(), kGpuSoftware.end(),
                    [&](std::string_view word) { return small.find(word) != std::string::npos; });
    if (is_for_gpus) modules.push_back(module);
  }
  add("modules that are named after GPU software", modules);
  return remarks;
}

}  // namespace gpujob
