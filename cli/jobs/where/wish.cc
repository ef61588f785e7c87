// SPDX-License-Identifier: MIT
#include "jobs/where/wish.h"

#include <algorithm>
#include <set>

#include "base/format.h"
#include "base/suggest.h"
#include "base/text.h"
#include "jobs/request/account.h"
#include "jobs/session/settings.h"
#include "profile/cluster_state.h"

namespace gpujob {

namespace {

/// A GPU alone is asked for this long unless --time says otherwise.
constexpr Seconds kShortJob{600};

/// Keys and models of all GPU types.
std::vector<std::string> known_gpus(const std::vector<Selection>& sites) {
  std::set<std::string> known;
  for (const Selection& site : sites) {
    for (const GpuType& type : site.get().gpus) known.insert({type.key, type.model});
  }
  return {known.begin(), known.end()};
}

bool is_known_gpu(const std::vector<Selection>& sites, const GpuWord& word) {
  return std::any_of(sites.begin(), sites.end(), [&](const Selection& site) {
    const auto& types = site.get().gpus;
    return std::any_of(types.begin(), types.end(),
                       [&](const GpuType& type) { return names_gpu(word.key, type); });
  });
}

/// Does the word mean the whole GPU that the type is a slice of?
bool names_whole(const Wish& wish, const Cluster& cluster, const std::string& word,
                 const GpuType& type) {
  const GpuModel* const model = wish.models->find(type.model);
  if (model == nullptr || model->slice_of.empty()) return false;
  GpuType whole;
  whole.model = model->slice_of;
  return names_gpu(word, whole) ||
         std::any_of(cluster.gpus.begin(), cluster.gpus.end(), [&](const GpuType& other) {
           return other.model == whole.model && names_gpu(word, other);
         });
}

/// One word that is neither a path nor a file here: a workload or a GPU.
bool is_bare_word(const World& world, const std::vector<std::string>& words) {
  return words.size() == 1 && words.front().find('/') == std::string::npos &&
         world.kind(words.front()) == FileKind::Absent;
}

bool is_gpu_word(Session& session, const std::vector<Selection>& sites,
                 const std::vector<std::string>& words) {
  if (!is_bare_word(session.world, words) || session.data_files.workloads().find(words.front()))
    return false;
  const auto gpu = read_gpu_word(words.front().substr(0, words.front().find(',')), "GPU");
  return gpu && is_known_gpu(sites, *gpu);
}

Failure unknown_wish(const DataFiles& data_files, const std::vector<Selection>& sites,
                     const std::string& word) {
  std::vector<std::string> known = known_gpus(sites);
  Diagnostics unlisted;  // only a suggestion is made of the names
  for (std::string& name : data_files.workloads().names(unlisted)) known.push_back(std::move(name));
  std::string way = did_you_mean(word, known);
  if (way.empty())
    way = "'gpujob where' alone shows the GPUs; 'gpujob workload list' the workloads";
  return {ExitCode::Usage, format("'{}'", printable(word)),
          "neither a workload nor a script here nor a GPU of any site", "", std::move(way)};
}

Status read_gpu_list(const std::vector<Selection>& sites, const std::string& list,
                     const std::string& origin, std::vector<GpuWord>& gpus) {
  for (const std::string_view word : split(list, ',')) {
    auto read = read_gpu_word(std::string(word), origin);
    if (!read) return read.failure();
    if (!is_known_gpu(sites, *read)) {
      return Failure{ExitCode::Usage, format("{}: '{}'", origin, printable(read->key)),
                     "no site has such a GPU", "", did_you_mean(read->key, known_gpus(sites))};
    }
    gpus.push_back(*std::move(read));
  }
  return {};
}

}  // namespace

Result<Wish> read_wish(Session& session, const std::vector<Selection>& sites,
                       const JobRequest& request) {
  Wish wish;
  wish.flags = request.flags;
  const auto models = session.data_files.catalogue();
  if (!models) return models.failure();
  wish.models = *models;
  wish.flags.missing_account = MissingAccount::Warning;
  const auto& words = request.words;
  const auto& gpu = request.flags.gpu;
  const bool gpu_alone = is_gpu_word(session, sites, words);
  const bool nothing = words.empty() && !request.wrap;
  if (const auto list = gpu_alone ? std::optional(words.front())
                        : gpu     ? std::optional(gpu->value)
                                  : std::nullopt) {
    const std::string origin = gpu_alone ? "GPU" : "option '--gpu'";
    if (auto read = read_gpu_list(sites, *list, origin, wish.gpus); !read) return read.failure();
  }
  if (gpu_alone && gpu) {
    return Failure{ExitCode::Usage, "option '--gpu'",
                   format("'{}' names a GPU already", printable(words.front())), "",
                   "write both in one word, with a comma"};
  }
  if (!gpu_alone && is_bare_word(session.world, words) &&
      !session.data_files.workloads().find(words.front()))
    return unknown_wish(session.data_files, sites, words.front());
  Result<Work> work =
      gpu_alone || nothing ? command_work(session.world, {"true"}) : find_work(session, request);
  if (!work) return work.failure();
  wish.work = *std::move(work);
  if ((gpu_alone || nothing) && !wish.flags.time) wish.flags.time = kShortJob;
  if (auto placed = place_own_job(session.world, request, wish.work, wish.flags); !placed)
    return placed.failure();
  return wish;
}

std::vector<std::optional<SourcedValue>> gpus_to_try(const Wish& wish, const Cluster& cluster) {
  const bool is_script = script_of(wish.work) != nullptr;
  if (is_script && wish.gpus.empty()) return {std::nullopt};
  std::vector<std::optional<SourcedValue>> tries;
  for (const GpuType& type : cluster.gpus) {
    if (wish.gpus.empty()) {
      tries.emplace_back(SourcedValue{type.key, From::Flag, "--gpu"});
      continue;
    }
    for (const GpuWord& word : wish.gpus) {
      if (!names_gpu(word.key, type) && !names_whole(wish, cluster, word.key, type)) continue;
      const std::string count = word.count ? format(":{}", *word.count) : "";
      tries.emplace_back(SourcedValue{type.key + count, From::Flag, "--gpu"});
      break;
    }
  }
  return tries;
}

Result<SiteWish> wish_at(Session& session, const Selection& site, const Wish& wish,
                         const std::optional<SourcedValue>& gpu,
                         const std::optional<Endpoint>& endpoint) {
  Request flags = wish.flags;
  flags.gpu = gpu;
  Work work = wish.work;
  auto request = complete_request(session, site, work, std::move(flags), Describe::FromFile);
  if (!request) return request.failure();
  forget_slurm_variables(*request);
  SiteAccounts(session.world, site, [&] { return endpoint; }).complete(*request);
  if (!gpu && request->has_own_gpu_request) {
    return Failure{ExitCode::Invalid, full_name(site),
                   "the script asks for GPUs in a form that the center does not document", "",
                   "'gpujob port' writes it in the center's"};
  }
  return SiteWish{site, std::move(work), *std::move(request)};
}

Result<Job> wished_job(Session& session, const Selection& site, const Wish& wish,
                       const std::optional<SourcedValue>& gpu,
                       const std::optional<Endpoint>& endpoint) {
  const auto wished = wish_at(session, site, wish, gpu, endpoint);
  if (!wished) return wished.failure();
  return make_job(session.data_files, site, wished->work, wished->request);
}

PossiblePlace place_at(const Selection& site, const std::string& today) {
  PossiblePlace place;
  place.site = site_name(*site.profile, site.get());
  const ClusterStatus& status = site.get().status;
  place.status = status_and_age_text(site.get(), today);
  place.ends = status.date;
  place.is_over = status.state != ClusterStatus::State::Active && today >= status.date;
  return place;
}

std::string reason_of(const Failure& failure) {
  const auto error =
      std::find_if(failure.diagnostics.begin(), failure.diagnostics.end(),
                   [](const Diagnostic& one) { return one.severity == Severity::Error; });
  const Diagnostic& first =
      error == failure.diagnostics.end() ? failure.diagnostics.front() : *error;
  return first.why.empty() ? first.problem : format("{} ({})", first.problem, first.why);
}

}  // namespace gpujob
