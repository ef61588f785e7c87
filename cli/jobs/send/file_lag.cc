// SPDX-License-Identifier: MIT
#include "jobs/send/file_lag.h"

#include <algorithm>

#include "base/format.h"
#include "base/paths.h"
#include "base/text.h"
#include "base/ulid.h"
#include "jobs/send/job_sender.h"
#include "jobs/session/run_locator.h"
#include "jobs/session/session.h"
#include "jobs/session/site_selection.h"
#include "run/watch.h"

// Three files in the run's directory: the job makes `lag.job`; once that is seen here, `lag.here`
// is made, and once the job sees that, `lag.seen`. From making the second to seeing the third is
// the way to the node and back, by one clock. The node looks for `lag.here` before it is there, and
// this machine for `lag.seen`, as the watcher of a job does.

namespace gpujob {

namespace {

using Level = HealthCheck::Level;

constexpr const char* kAnswerer =
    "cd -- \"$1\" && : >lag.job || exit; n=0; until [ -e lag.here ]; do [ $n -lt 1500 ] || exit 1; "
    "n=$((n + 1)); sleep 0.1; done; : >lag.seen";
constexpr Seconds kTime{300};
constexpr Milliseconds kBetweenLooks{100};
constexpr Milliseconds kStart{600'000};
/// As long as results are waited for; see Watch::left.
constexpr Milliseconds kLongest{120'000};
constexpr Milliseconds kShort{5'000};

class FileLag {
 public:
  FileLag(Session& session, RunStore& store, RunRecord run)
      : world_(session.world),
        store_(store),
        runs_{std::move(run)},
        watch_(world_, store, runs_, problems_for(*session.listener)) {}

  Result<HealthCheck> measure() {
    world_.progress("waiting for the job");
    if (!wait_for("lag.job", kStart)) return unseen();
    const Instant made = world_.now();
    if (auto written = world_.create_file(path("lag.here"), "", FileMode::Private); !written) {
      (void)cancel_run(world_, store_, run().id);
      return written.failure();
    }
    world_.progress("waiting for its answer");
    if (!wait_for("lag.seen", kLongest)) return unseen();
    const auto tenths = std::chrono::duration_cast<Milliseconds>(world_.now() - made).count() / 100;
    const std::string found = format(
        "a file of this machine was seen by job {} on its node, and the answer here, after {}.{} s",
        run().job->job_id, tenths / 10, tenths % 10);
    if (Milliseconds(tenths * 100) <= kShort) return HealthCheck{"lag", Level::Good, found, ""};
    return HealthCheck{"lag", Level::Warning, found,
                       "results are seen so much later than they are written; 'gpujob wait' waits "
                       "two minutes for them"};
  }

 private:
  const RunRecord& run() const { return runs_.front(); }
  std::string path(const char* name) const { return join_path(run().directory, name); }

  /// Asks the scheduler no more often than its center allows.
  bool wait_for(const char* name, Milliseconds longest) {
    const Instant begun = world_.now();
    std::optional<Instant> over;
    Instant asked = begun;
    while (world_.now() - begun < longest && !(over && world_.now() - *over >= kLongest)) {
      // By the names in the directory, as for end markers: a network disk may remember that a
      // single name was absent.
      const auto names = world_.list(run().directory);
      if (names && std::find(names->begin(), names->end(), name) != names->end()) return true;
      if (!over && world_.now() - asked >= Milliseconds(run().endpoint.polling_floor)) {
        watch_.poll();
        asked = world_.now();
        if (is_final(run().state) || run().state == RunState::ResultsPending) over = asked;
      }
      if (!world_.sleep(kBetweenLooks)) return false;
    }
    return false;
  }

  HealthCheck unseen() {
    const bool interrupted = world_.interrupted() != 0;
    world_.forget_interrupt();
    watch_.poll();
    const RunState state = run().state;
    const std::string job = run().job ? "job " + run().job->job_id : "the job";
    const bool is_over = is_final(state) || state == RunState::ResultsPending;
    std::string fate = "is over";
    if (!is_over) {
      fate = cancel_run(world_, store_, run().id)
                 ? "was cancelled"
                 : format("may still run: 'gpujob cancel {}' ends it", run().id);
    }
    if (interrupted) return {"lag", Level::Unknown, format("interrupted; {} {}", job, fate), ""};
    if (state == RunState::Pending || state == RunState::Unknown) {
      return {"lag", Level::Unknown,
              format("{} did not start ({}); it {}", job, printable(run().detail), fate),
              "try again when nodes are free"};
    }
    return {"lag", Level::Broken,
            format("{} is {} and its files in {} are not seen here, or those of here not there",
                   job, to_string(state), run().directory),
            format("see 'gpujob logs {} --err'; set GPUJOB_HOME or the site's runs_dir to a "
                   "directory that the nodes share with this machine",
                   run().id)};
  }

  World& world_;
  RunStore& store_;
  std::vector<RunRecord> runs_;
  Watch watch_;
};

}  // namespace

Result<HealthCheck> check_file_lag(Session& session, JobRequest request, const OnSent& on_sent) {
  const JobPurpose purpose{.describe = Describe::FromFile,
                           .kind = JobKind::Sent,
                           .ids = {{make_ulid(session.world)}, ""}};
  if (!request.flags.time) request.flags.time = kTime;
  request.command = {"/bin/sh", "-c", kAnswerer, "sh", "."};
  // Where the run's directory is to be, the plan tells.
  auto planned = plan_sweep(session, request, purpose);
  if (!planned) return planned.failure();
  const Job& job = planned->jobs.like(0);
  const auto endpoint = session.endpoint(job.site, request.place);
  if (!endpoint) return endpoint.failure();
  if (endpoint->kind == EndpointKind::Ssh || endpoint->kind == EndpointKind::Local) {
    return Failure{ExitCode::Usage, "option '--lag'", "no node shares files with this machine",
                   endpoint->kind == EndpointKind::Ssh ? "the job would go through a connection"
                                                       : "the job would run here",
                   "call it on the login node of the center"};
  }
  request.command.back() = job.resolution.plan.run_directory;
  planned = plan_sweep(session, request, purpose);
  if (!planned) return planned.failure();
  session.listener->remark(remarks_of(*planned));
  const auto sent = send_one_job(session, request, *planned);
  if (!sent) return sent.failure();
  on_sent(*planned, planned->batches.front(), {*sent});
  auto group = session.runs.find_one(sent->id);
  if (!group) return group.failure();
  return FileLag(session, *group->store, group->runs.front()).measure();
}

}  // namespace gpujob
