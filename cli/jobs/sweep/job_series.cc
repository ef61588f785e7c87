// SPDX-License-Identifier: MIT
#include "jobs/sweep/job_series.h"

#include <algorithm>

#include "base/format.h"
#include "base/paths.h"
#include "base/text.h"
#include "base/ulid.h"
#include "jobs/request/after_option.h"
#include "jobs/request/local_gpu.h"
#include "jobs/request/script_files.h"
#include "jobs/session/run_locator.h"
#include "jobs/session/session.h"
#include "jobs/session/settings.h"
#include "jobs/session/site_selection.h"
#include "plan/stack_choice.h"

namespace gpujob {

namespace {

/// The runs that are on this machine's cores now.
std::vector<std::string> local_runs(Session& session) {
  std::vector<std::string> ids;
  RunLocator& locator = session.runs;
  const RunLocator::LoadedRuns open = locator.open_runs();
  for (const RunGroup& group : open.groups) {
    for (const RunRecord& run : group.runs) {
      const bool here = run.endpoint.kind == EndpointKind::Local && run.job;
      if (here && session.world.alive(run.job->process)) ids.push_back(run.id);
    }
  }
  return ids;
}

/// Is the environment that the job activates there, where it is one that a recipe makes?
Status check_environment(const World& world, const Selection& site, const Request& request,
                         const JobPlan& plan) {
  const std::vector<Stack>& stacks = site.get().stacks;
  const auto used = std::find_if(stacks.begin(), stacks.end(), [&](const Stack& stack) {
    return stack.recipe &&
           plan.modules.venv == made_environment(request.paths.environments, site.profile->center,
                                                 site.get().name, stack);
  });
  if (used == stacks.end()) return {};
  const auto made = world.is_file(join_path(plan.modules.venv, std::string(kInstalledPackages)));
  if (!made) return made.failure();
  if (*made) return {};
  return Failure{ExitCode::Invalid, format("stack '{}'", used->name), "its environment is not made",
                 plan.modules.venv,
                 format("run 'gpujob stack build {} --site {}' at the center first", used->name,
                        site_name(*site.profile, site.get()))};
}

}  // namespace

std::optional<double> machine_memory(const World& world) {
  const auto text = world.read_file("/proc/meminfo");
  if (!text) return std::nullopt;
  for (const std::string_view line : lines(*text)) {
    if (!line.starts_with("MemTotal:")) continue;
    const auto words = split(trim(line.substr(line.find(':') + 1)), ' ');
    const auto kibibytes = parse_integer(words.front());
    if (kibibytes) return static_cast<double>(*kibibytes) * 1024;
  }
  return std::nullopt;
}

Result<std::unique_ptr<JobSeries>> JobSeries::open(Session& session, const JobRequest& request,
                                                   const JobPurpose& purpose) {
  auto work = find_work(session, request);
  if (!work) return work.failure();
  auto site = session.site(request.place);
  if (!site) return site.failure();
  std::unique_ptr<JobSeries> series(
      new JobSeries(session, request, purpose, *std::move(work), *std::move(site)));
  if (auto read = series->read_facts_once(); !read) return read.failure();
  return series;
}

JobSeries::JobSeries(Session& session, const JobRequest& request, const JobPurpose& purpose,
                     Work work, Selection site)
    : session_(session),
      asked_(request),
      purpose_(purpose),
      work_(std::move(work)),
      site_(std::move(site)),
      accounts_(session.world, site_,
                [this]() -> std::optional<Endpoint> {
                  if (!is_asked() && !asked_.place.sandbox) return std::nullopt;
                  auto endpoint = session_.endpoint(site_, asked_.place, Need::Answers);
                  return endpoint ? std::optional(*std::move(endpoint)) : std::nullopt;
                }),
      programs_(session.world) {}

Status JobSeries::read_facts_once() {
  auto dependency =
      read_dependency(session_, site_, asked_, is_asked() ? Refresh::Yes : Refresh::No);
  if (!dependency) return dependency.failure();
  dependency_ = *std::move(dependency);
  auto facts = read_facts(session_, site_, work_, purpose_.describe);
  if (!facts) return facts.failure();
  facts_ = *std::move(facts);
  if (purpose_.kind != JobKind::Portable) facts_.machine_memory = machine_memory(session_.world);
  if (purpose_.kind == JobKind::Sent && is_here()) {
    facts_.neighbours = local_runs(session_);
  }
  return {};
}

std::string JobSeries::run_id_of(std::size_t point) {
  const bool shown = purpose_.kind == JobKind::Shown || purpose_.kind == JobKind::Checked;
  if (shown) return Request{}.run_id;
  return point < purpose_.ids.runs.size() ? purpose_.ids.runs[point] : make_ulid(session_.world);
}

/// The request with all that is not in the flags.
Result<Request> JobSeries::complete(Request flags) {
  flags.dependency = dependency_;
  if (auto placed = place_own_job(session_.world, asked_, work_, flags); !placed) {
    return placed.failure();
  }
  auto request = complete_request(session_, site_, work_, facts_, std::move(flags));
  if (!request) return request;
  // A plan for this machine may be meant for another one like it; a job that is sent starts here.
  const bool named =
      site_setting(asked_.place.site, session_.world, session_.configuration).has_value();
  if (is_here() && (!named || purpose_.kind == JobKind::Sent)) {
    if (auto has = check_local_gpu(session_.world, session_.data_files.profiles(), *request, named);
        !has) {
      return has.failure();
    }
    if (!asked_.command.empty() && purpose_.kind == JobKind::Sent) {
      if (auto there = programs_.find_command(asked_.command.front()); !there)
        return there.failure();
    }
  }
  if (purpose_.kind == JobKind::Shown) request->missing_account = MissingAccount::Warning;
  return request;
}

/// Plan and script of a complete request.
Result<Job> JobSeries::made(const Request& request) {
  if (purpose_.kind == JobKind::Portable) {
    const Workload* workload = manifest_of(work_);
    if (workload == nullptr) {
      return Failure{ExitCode::Usage, "option '--bundle'", "is for workloads",
                     "a job of your own needs its run's directory",
                     "use 'gpujob submit' at the center"};
    }
    return make_job(session_.data_files, site_, work_, portable(request, *workload));
  }
  return make_job(session_.data_files, site_, work_, request);
}

Result<Job> JobSeries::make(Request flags, std::size_t point) {
  auto request = complete(std::move(flags));
  if (!request) return request.failure();
  const Diagnostics notes = accounts_.complete(*request);
  request->run_id = run_id_of(point);
  last_ = *std::move(request);
  auto job = made(last_);
  if (purpose_.kind == JobKind::Portable) return job;
  if (job && purpose_.kind == JobKind::Sent) {
    auto there = is_here() ? programs_.find_program(job->resolution.plan)
                           : check_environment(session_.world, site_, last_, job->resolution.plan);
    if (!there) return there.failure();
  }
  if (!job) {
    Failure failure = job.failure();
    append(failure.diagnostics, notes);
    append(failure.diagnostics, accounts_.listed());
    return failure;
  }
  append(job->diagnostics, notes);
  return job;
}

std::unique_ptr<PointPlanner> JobSeries::planner(const JobPlan& last) {
  const auto catalogue = session_.data_files.catalogue_for(site_.get());
  if (own_job_of(work_) != nullptr || purpose_.kind == JobKind::Portable || !catalogue)
    return nullptr;
  return std::make_unique<PointPlanner>(
      last_, ResolveInput{*site_.profile, site_.get(), **catalogue, work_.payload}, last);
}

Result<Job> prepare_job(Session& session, const JobRequest& request, const JobPurpose& purpose) {
  auto series = JobSeries::open(session, request, purpose);
  if (!series) return series.failure();
  return (*series)->make(request.flags);
}

}  // namespace gpujob
