// SPDX-License-Identifier: MIT
#include "jobs/sweep/several_sites.h"

#include <algorithm>
#include <map>

#include "base/format.h"
#include "base/suggest.h"
#include "base/text.h"
#include "jobs/session/session.h"
#include "jobs/session/site_selection.h"

namespace gpujob {

namespace {

constexpr std::string_view kSweptSites = "site=";

Failure misused_sites(std::string where, std::string problem, std::string why, std::string fix) {
  return {ExitCode::Usage, std::move(where), std::move(problem), std::move(why), std::move(fix)};
}

std::vector<std::string> words_in(std::string_view list) {
  std::vector<std::string> words;
  for (const std::string_view word : split(list, ',')) words.emplace_back(word);
  return words;
}

/// "SITE:KEY" or "SITE:KEY:N" taken apart; the site is empty for "KEY" and "KEY:N".
struct SiteGpu {
  std::string site, gpu;
};

SiteGpu read_site_gpu(const DataFiles& data_files, const std::vector<std::string>& sites,
                      const std::string& word) {
  const std::size_t colon = word.find(':');
  if (colon == std::string::npos) return {"", word};
  const std::string before = word.substr(0, colon), after = word.substr(colon + 1);
  const bool is_site = contains(sites, before) || is_known_site(data_files, before);
  const bool is_count = !after.empty() && after.find_first_not_of("0123456789") == after.npos;
  if (is_count || !is_site) return {"", word};
  return {before, after};
}

/// The sites in the order of the command line; empty where it names them beside the GPUs, if at
/// all.
Result<std::vector<std::string>> named_sites(const JobRequest& request) {
  std::vector<std::string> swept;
  for (const std::string& text : request.sweep) {
    if (!text.starts_with(kSweptSites)) continue;
    if (request.place.site || !swept.empty()) {
      return misused_sites("option '--sweep'", "'site' is given twice", "",
                           "write all sites after one --site");
    }
    swept = words_in(text.substr(kSweptSites.size()));
  }
  if (!swept.empty()) return swept;
  const auto& named = request.place.site;
  return named ? words_in(*named) : std::vector<std::string>{};
}

/// Every site is known, and none is named twice.
Status check_sites(const DataFiles& data_files, const std::vector<std::string>& sites) {
  Diagnostics problems;
  std::map<std::string, std::string> seen;  // by "center/cluster"
  for (const std::string& site : sites) {
    if (site.empty()) {
      return misused_sites("option '--site'", "a site's name is empty", join(sites, ","),
                           "write them as A,B,C without blanks");
    }
    const auto found = data_files.profiles().find(site);
    if (!found) {
      append(problems, found.failure().diagnostics);
      continue;
    }
    const auto [same, fresh] = seen.emplace(full_name(*found), site);
    if (fresh) continue;
    const std::string problem =
        same->second == site
            ? format("'{}' is named twice", printable(site))
            : format("'{}' and '{}' are the same site", printable(same->second), printable(site));
    append(problems, misused_sites("option '--site'", problem, full_name(*found),
                                   "name it once; --runs 2 sends two equal jobs")
                         .diagnostics);
  }
  if (problems.empty()) return {};
  return Failure{ExitCode::Usage, std::move(problems)};
}

/// The site of `sites` that `word` means.
const std::string* find_site(const DataFiles& data_files, const std::vector<std::string>& sites,
                             const std::string& word) {
  const auto wanted = data_files.profiles().find(word);
  for (const std::string& site : sites) {
    if (site == word) return &site;
    const auto found = data_files.profiles().find(site);
    if (wanted && found && full_name(*wanted) == full_name(*found)) return &site;
  }
  return nullptr;
}

/// The GPU of each site, where each is named as SITE:KEY.
Result<std::vector<std::string>> gpus_by_site(const DataFiles& data_files,
                                              const std::vector<std::string>& sites,
                                              const std::vector<SiteGpu>& gpus) {
  std::map<std::string, std::string> by_site;
  for (const SiteGpu& one : gpus) {
    if (one.site.empty()) {
      return misused_sites("option '--gpu'", format("'{}' names no site", printable(one.gpu)),
                           "others are written as SITE:GPU", "write all of them so");
    }
    const std::string* site = find_site(data_files, sites, one.site);
    if (site == nullptr) {
      return misused_sites("option '--gpu'",
                           format("site '{}' is not among those of --site", printable(one.site)),
                           join(sites, ", "), did_you_mean(one.site, sites));
    }
    if (!by_site.emplace(*site, one.gpu).second) {
      return misused_sites("option '--gpu'", format("two GPUs for site '{}'", printable(*site)), "",
                           "name one; --sweep gpu=X,Y sends a job for each at every site");
    }
  }
  std::vector<std::string> found;
  for (const std::string& site : sites) {
    const auto gpu = by_site.find(site);
    if (gpu == by_site.end()) {
      return misused_sites("option '--gpu'", format("no GPU for site '{}'", printable(site)),
                           "others are written as SITE:GPU", format("add {}:GPU", printable(site)));
    }
    found.push_back(gpu->second);
  }
  return found;
}

/// The GPU of each site; empty where none is named.
Result<std::vector<std::string>> gpus_of_sites(const DataFiles& data_files,
                                               const std::vector<std::string>& sites,
                                               const std::vector<SiteGpu>& gpus) {
  const bool by_site =
      std::any_of(gpus.begin(), gpus.end(), [](const SiteGpu& one) { return !one.site.empty(); });
  if (by_site) return gpus_by_site(data_files, sites, gpus);
  if (gpus.empty()) return std::vector<std::string>{};
  if (gpus.size() == 1) return std::vector<std::string>(sites.size(), gpus.front().gpu);
  if (gpus.size() == sites.size()) {
    std::vector<std::string> found;
    for (const SiteGpu& one : gpus) found.push_back(one.gpu);
    return found;
  }
  const std::string problem = format("{} for {}", count_of(gpus.size(), "GPU type"),
                                     sites.empty() ? "no site" : count_of(sites.size(), "site"));
  if (sites.size() == 1) {
    return misused_sites("option '--gpu'", problem, "", "'--sweep gpu=X,Y' sends a job for each");
  }
  return misused_sites("option '--gpu'", problem, "",
                       sites.empty()
                           ? "add --site SITE,SITE, or write SITE:GPU,SITE:GPU"
                           : "name one for all sites, one per site in their order, or SITE:GPU");
}

/// What is of one cluster alone.
Status check_for_sites(const JobRequest& request) {
  for (const char* option : {"after", "dependency"}) {
    if (!request.has(option)) continue;
    return misused_sites(format("option '--{}'", option), "is for one cluster",
                         "each Slurm knows its own jobs alone", "leave it out, or name one site");
  }
  if (request.place.sandbox.value_or("").empty()) return {};
  return misused_sites("option '--sandbox'", "names one sandbox", "the jobs go to several sites",
                       "'--sandbox' alone takes the running sandbox of each");
}

JobRequest request_at(JobRequest request, const std::string& site, const std::string& gpu) {
  std::erase_if(request.sweep,
                [](const std::string& text) { return text.starts_with(kSweptSites); });
  if (request.sweep.empty())
    std::erase_if(request.given, [](const auto& one) { return one.first == "sweep"; });
  request.place.site = site;
  request.flags.gpu.reset();
  if (!gpu.empty()) request.flags.gpu = SourcedValue{gpu, From::Flag, "--gpu"};
  return request;
}

/// `--site a,b`: of lines that name nothing of several sites the rest of gpujob tells.
bool names_several(const JobRequest& request, const std::vector<SiteGpu>& gpus) {
  const auto& swept = request.sweep;
  return request.place.site.value_or("").find(',') != std::string::npos || gpus.size() > 1 ||
         (gpus.size() == 1 && !gpus.front().site.empty()) ||
         std::any_of(swept.begin(), swept.end(),
                     [](const std::string& text) { return text.starts_with(kSweptSites); });
}

}  // namespace

Result<std::vector<SiteRequest>> requests_by_site(const DataFiles& data_files,
                                                  const JobRequest& request) {
  auto sites = named_sites(request);
  if (!sites) return sites.failure();
  std::vector<SiteGpu> gpus;
  if (const auto& named = request.flags.gpu) {
    for (const std::string& word : words_in(named->value))
      gpus.push_back(read_site_gpu(data_files, *sites, word));
  }
  if (!names_several(request, gpus)) return std::vector<SiteRequest>{};
  if (sites->empty()) {
    for (const SiteGpu& one : gpus)
      if (!one.site.empty()) sites->push_back(one.site);
  }
  if (auto known = check_sites(data_files, *sites); !known) return known.failure();
  const auto found = gpus_of_sites(data_files, *sites, gpus);
  if (!found) return found.failure();
  if (sites->size() > 1) {
    if (auto fits = check_for_sites(request); !fits) return fits.failure();
  }
  std::vector<SiteRequest> all;
  for (std::size_t i = 0; i < sites->size(); ++i) {
    const std::string gpu = found->empty() ? "" : (*found)[i];
    all.push_back({(*sites)[i], request_at(request, (*sites)[i], gpu)});
  }
  return all;
}

namespace {

Sweep sweep_of_sites(const std::vector<SiteRequest>& sites) {
  SweepKey key{"site", "site", {}};
  for (const SiteRequest& one : sites) key.values.push_back(one.site);
  return Sweep{{std::move(key)}};
}

}  // namespace

Result<std::vector<PlannedSweep>> plan_sites(Session& session,
                                             const std::vector<SiteRequest>& sites,
                                             const JobPurpose& purpose) {
  const Sweep sweep = sweep_of_sites(sites);
  return for_all_points(sweep, sites.size(), [&](std::size_t i) {
    return plan_sweep(session, sites[i].request, purpose);
  });
}

PlannedSweep joined(const std::vector<SiteRequest>& sites,
                    const std::vector<PlannedSweep>& planned) {
  PlannedSweep all{sweep_of_sites(sites), {}, {}};
  const auto& inner = planned.front().sweep.keys;
  all.sweep.keys.insert(all.sweep.keys.end(), inner.begin(), inner.end());
  for (const PlannedSweep& site : planned) {
    for (Batch batch : site.batches) {
      for (std::size_t& point : batch.points) point += all.jobs.size();
      all.batches.push_back(std::move(batch));
    }
    all.jobs.append(site.jobs);
  }
  return all;
}

}  // namespace gpujob
