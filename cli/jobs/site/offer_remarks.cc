// SPDX-License-Identifier: MIT
#include "jobs/site/offer_remarks.h"

#include <algorithm>
#include <array>
#include <map>
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
  const auto& in_job = one.each_job.gpus;
  const auto& at_once = one.all_jobs.gpus;
  if (in_job) limits.push_back(format("{} in a job", count_of(*in_job, "GPU")));
  if (at_once) limits.push_back(format("{} at once", count_of(*at_once, "GPU")));
  return join(limits, ", ");
}

std::string form_text(const SlurmRequestForm& form) {
  std::vector<std::string> words;
  if (!form.gpus.empty()) words.push_back(form.gpus);
  if (!form.constraint.empty()) words.push_back("--constraint=" + form.constraint);
  if (words.empty()) words.emplace_back("nothing");
  if (form.has_whole_nodes) words.emplace_back("on whole nodes");
  return join(words, " ");
}

/// GPU types that the accounting counts, of which no node tells.
std::vector<std::string> gpus_without_nodes(const ClusterOffers& offers,
                                            const Inventory& inventory) {
  std::vector<std::string> types;
  for (const std::string& type : offers.counted_gpus.value_or(std::vector<std::string>{})) {
    const bool has_node =
        std::any_of(inventory.nodes.begin(), inventory.nodes.end(),
                    [&](const SlurmNode& node) { return node.gpus.contains(type); });
    if (!has_node) types.push_back(type);
  }
  return types;
}

}  // namespace

std::vector<std::string> request_remarks(const ClusterOffers& offers, const Inventory& inventory) {
  constexpr std::size_t kMostForms = 8;
  if (!offers.requests) return {};
  std::set<std::string> with_gpus;
  for (const SlurmNode& node : inventory.nodes)
    if (!node.gpus.empty()) with_gpus.insert(node.partitions.begin(), node.partitions.end());
  std::map<std::string, std::vector<SlurmRequestForm>> by_partition;
  for (const SlurmRequestForm& form : offers.requests->forms) {
    if (!form.gpus.empty() || with_gpus.contains(form.partition))
      by_partition[form.partition].push_back(form);
  }
  std::vector<std::string> remarks;
  for (auto& [partition, forms] : by_partition) {
    std::stable_sort(forms.begin(), forms.end(),
                     [](const auto& a, const auto& b) { return a.jobs > b.jobs; });
    std::vector<std::string> words;
    int others = 0;
    for (std::size_t i = 0; i < forms.size(); ++i) {
      if (i < kMostForms)
        words.push_back(format("{} ({})", form_text(forms[i]), count_of(forms[i].jobs, "job")));
      else
        others += forms[i].jobs;
    }
    if (others > 0) words.push_back(format("{} in other forms", count_of(others, "job")));
    remarks.push_back(format("jobs in partition '{}' ask by: {}", partition, join(words, ", ")));
    const SlurmPartition* const known = inventory.find_partition(partition);
    const bool is_shared = known != nullptr && !known->is_exclusive.value_or(true);
    if (is_shared && std::all_of(forms.begin(), forms.end(),
                                 [](const auto& form) { return form.has_whole_nodes; })) {
      remarks.push_back(
          format("all of them have whole nodes, though 'exclusive' of '{}' says never", partition));
    }
  }
  if (!remarks.empty()) remarks.emplace_back("(Slurm shows --gpus-per-node as --gres)");
  if (offers.requests->unread > 0) {
    remarks.push_back(format("left out, since their texts look like Slurm's own: {}",
                             count_of(offers.requests->unread, "job")));
  }
  return remarks;
}

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

std::vector<std::string> offer_remarks(const ClusterOffers& offers, const Inventory& inventory) {
  const std::string& cluster = inventory.cluster_name;
  std::vector<std::string> remarks;
  const auto add = [&](const std::string& what, const std::vector<std::string>& words) {
    if (!words.empty())
      remarks.push_back(
          replace_all(printable(format("{}: {}", what, join(words, ", "))), "\n", "\\n"));
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
  add("GPU types that the accounting counts and no node here has",
      gpus_without_nodes(offers, inventory));
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
