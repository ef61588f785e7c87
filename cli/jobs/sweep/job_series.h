// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "jobs/build/local_program.h"
#include "jobs/request/account.h"
#include "jobs/request/job.h"
#include "jobs/session/session.h"
#include "plan/point_planner.h"

namespace gpujob {

/// The jobs of one request, which names their work (see own_job.h) and their site. What no
/// flag changes is read once. Keeps references to what it is opened with.
class JobSeries {
 public:
  /// Fails where work or site are not found.
  static Result<std::unique_ptr<JobSeries>> open(Session& session, const JobRequest& request,
                                                 const JobPurpose& purpose);
  JobSeries(const JobSeries&) = delete;

  /// `flags`: of the request, or of a point of it; `point`: the job's number.
  Result<Job> make(Request flags, std::size_t point = 0);
  /// For the jobs like the one made last that have other parameters; nothing where each is to be
  /// made by itself.
  std::unique_ptr<PointPlanner> planner(const JobPlan& last);
  /// Of the job of this number: a given one or, whenever it is called, a new one.
  std::string run_id_of(std::size_t point);

 private:
  JobSeries(Session& session, const JobRequest& request, const JobPurpose& purpose, Work work,
            Selection site);
  Status read_facts_once();
  bool is_here() const { return site_.get().scheduler == Scheduler::None; }
  /// May a scheduler be asked for facts?
  bool is_asked() const {
    return purpose_.kind == JobKind::Sent || purpose_.kind == JobKind::Checked;
  }
  Result<Request> complete(Request flags);
  Result<Job> made(const Request& request);

  Session& session_;
  const JobRequest& asked_;
  JobPurpose purpose_;
  Work work_;
  Selection site_;
  RequestFacts facts_;
  std::optional<SourcedValue> dependency_;
  SiteAccounts accounts_;
  LocalPrograms programs_;
  Request last_;  ///< complete
};

/// Bytes of memory of this machine, as the kernel reports them.
std::optional<double> machine_memory(const World& world);

/// The only job of a request, linted.
Result<Job> prepare_job(Session& session, const JobRequest& request, const JobPurpose& purpose);

}  // namespace gpujob
