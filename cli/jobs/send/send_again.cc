// SPDX-License-Identifier: MIT
#include "jobs/send/send_again.h"

#include <algorithm>

#include "base/format.h"
#include "base/paths.h"
#include "base/sha256.h"
#include "base/text.h"
#include "jobs/build/build_here.h"
#include "jobs/session/program_version.h"
#include "remote/center_runs.h"
#include "remote/connection.h"
#include "remote/pieces.h"
#include "render/render.h"
#include "run/recover.h"
#include "run/retry.h"
#include "run/submit.h"
#include "run/tags.h"

namespace gpujob {

namespace {

constexpr Seconds kRetrySettle{60};

/// What a run directory is made of.
struct RunFiles {
  std::string script;
  std::string build_script;
  std::string payload;
};

Result<RunFiles> files_again(Session& session, const RunRecord& old, const JobPlan& plan) {
  const auto templates = session.data_files.templates();
  if (!templates) return templates.failure();
  const std::string version(kProgramVersion);
  auto script = render_job(plan, **templates, version);
  if (!script) return script.failure();
  RunFiles files{std::move(script->text), "", ""};
  if (const BuildPlan* planned = build_of(plan)) {
    auto build = render_build(*planned, **templates, version);
    if (!build) return build.failure();
    files.build_script = *std::move(build);
  }
  if (const ScriptPlan* own = script_of(plan)) {
    auto payload = session.world.read_file(format("{}/{}", old.directory, kPayloadFile));
    if (!payload) return payload.failure();
    if (sha256(*payload) != own->sha256) {
      return Failure(ExitCode::Invalid, format("run {}", old.id),
                     "its script is not the one that was sent", "its checksum differs",
                     "submit your script instead");
    }
    files.payload = *std::move(payload);
  }
  return files;
}

/// A program that was built on the login node may be gone.
Status build_again(World& world, const RunRecord& old, const RunFiles& files) {
  const BuildPlan* build = build_of(old.plan);
  if (build == nullptr || build->place != BuildPlan::Place::Login) return {};
  const EndpointKind kind = old.endpoint.kind;
  if (kind == EndpointKind::Sandbox || kind == EndpointKind::Ssh) return {};
  const auto program = build_here(world, *build, files.build_script);
  return program ? Status{} : Status(program.failure());
}

/// The new run starts in its own copy of the folder.
Status copy_again(World& world, const RunRecord& old, const SendAgain& again, JobPlan& plan) {
  OwnJobPlan* own = own_job_of(plan);
  if (again.copy.empty() || own == nullptr) return {};
  const std::string before = join_path(old.directory, kCopyName);
  const std::string copy = join_path(plan.run_directory, kCopyName);
  own->directory = replace_all(own->directory, before, copy);
  own->submit_directory = replace_all(own->submit_directory, before, copy);
  return make_copy(world, again.copy, copy);
}

/// The request that makes gpujob at the center send its run again, with the pieces that the old
/// one's copy was made of.
Result<CenterRequest> request_again(const World& world, const RunRecord& old,
                                    const std::string& run_id) {
  constexpr std::string_view kCopy = "--copy";
  const auto before = kept_center_request(world, old);
  if (!before) return before.failure();
  if (!old.job && !old.plan.array_task) {  // it was refused: the center may have no such run
    CenterRequest same = *before;
    same.words.at(1) = run_id;
    return same;
  }
  CenterRequest request;
  request.words = {"submit-as", run_id, "--retry", old.id};
  const auto copy = std::find(before->words.begin(), before->words.end(), kCopy);
  const auto end = std::find(before->words.begin(), before->words.end(), "--");
  if (copy < end && copy + 1 < end) request.words.insert(request.words.end(), copy, copy + 2);
  return request;
}

}  // namespace

Result<RunRecord> send_again(Session& session, RunStore& store, const RunRecord& old,
                             const SendAgain& again) {
  World& world = session.world;
  const bool is_there = old.endpoint.kind == EndpointKind::Ssh;
  if (is_there) {
    const auto open = is_connected(world, old.endpoint.host);
    if (!open) return open.failure();
    if (!*open) {
      return not_connected({format("{}/{}", old.plan.center, old.plan.cluster), old.endpoint.host,
                            std::string(kProgramVersion)});
    }
  }
  Resolution resolution;
  resolution.plan = plan_again(old, again.run_id, store.directory());
  resolution.profile = old.profile;
  resolution.explanation = {{"run", resolution.plan.run_id, From::Flag, "retry of " + old.id}};
  JobPlan& plan = resolution.plan;
  const auto request =
      is_there ? request_again(world, old, plan.run_id) : Result<CenterRequest>(CenterRequest{});
  if (!request) return request.failure();
  if (auto made = copy_again(world, old, again, plan); !made) return made.failure();
  const auto labels = read_tags(world, old.directory);
  if (!labels) return labels.failure();
  const auto files = files_again(session, old, plan);
  if (!files) return files.failure();
  if (auto built = build_again(world, old, *files); !built) return built.failure();
  if (auto noted = note_retry(world, store, old, plan.run_id); !noted) return noted.failure();
  auto created =
      store.create(resolution, old.endpoint, files->script, files->build_script, files->payload);
  if (!created) return created.failure();
  if (!labels->empty()) {
    if (auto kept = write_tags(world, plan.run_directory, *labels); !kept) return kept.failure();
  }
  if (is_there) {
    if (auto kept = keep_center_request(world, plan.run_directory, *request); !kept) {
      return kept.failure();
    }
  }
  return submit_run(world, store, plan.run_id, kRetrySettle);
}

Result<Retried> retry_run(Session& session, const std::string& word, const SendAgain& again) {
  auto group = session.runs.find_one(word);
  if (!group) return group.failure();
  session.listener->remark(refresh_and_resend(session.world, *group->store, group->runs));
  const RunRecord& old = group->runs[0];
  if (auto fit = check_retry(session.world, *group->store, old); !fit) return fit.failure();
  const std::string gone = why_gone(session.world, old.endpoint);
  if (!gone.empty()) {
    return Failure(ExitCode::Scheduler, format("run {}", old.id), "cannot be sent again", gone,
                   "'gpujob submit' makes a new run");
  }
  auto sent = send_again(session, *group->store, old, again);
  // A run that was refused is one, too.
  const auto newest = session.runs.newest_run();
  if (newest && newest->first != nullptr && newest->second != old.id) {
    if (auto record = newest->first->load(newest->second)) {
      session.runs.update_index({{newest->first, {*std::move(record)}}});
    }
  }
  if (!sent) return sent.failure();
  return Retried{*std::move(sent), old.id};
}

}  // namespace gpujob
