// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "base/result.h"
#include "base/world.h"
#include "jobs/request/inventory.h"
#include "jobs/request/own_job.h"
#include "jobs/session/configuration.h"
#include "jobs/session/data_files.h"
#include "jobs/session/session.h"
#include "lint/lint.h"
#include "plan/resolve.h"
#include "script/batch_script.h"
#include "script/parse.h"

namespace gpujob {

/// A job that is planned, rendered and linted; no file was written.
struct Job {
  Selection site;
  Resolution resolution;
  std::string script;        ///< job.sh
  std::string build_script;  ///< build.sh; empty: nothing is built
  std::string payload;       ///< a user's own script, byte for byte
  Diagnostics diagnostics;   ///< warnings and notes of the plan, then of the script
};

/// What is sent for the job, `script`, as sbatch reads it, with the user's own options.
ParsedScript parsed(const Job& job, const std::string& script);

/// Where a job is sent: to the partition that it names, or else the cluster's default, with the QOS
/// that it names. Empty: not known, or none named.
struct JobPlace {
  std::string partition, qos;

  auto operator<=>(const JobPlace&) const = default;
};

JobPlace place_of(const Job& job);

/// What a job is made for.
enum class JobKind {
  Shown,     ///< with RUNID in place of the run's id; the account may be missing
  Checked,   ///< with RUNID, for the scheduler to judge
  Sent,      ///< a real id
  Portable,  ///< a real id, and paths relative to the bundle's folder
};

/// The ids that another machine has given the jobs of a command line, which are one job there or
/// the tasks of one array.
struct GivenIds {
  std::vector<std::string> runs;  ///< empty: each gets a new one
  std::string array;
};

struct JobPurpose {
  Describe describe = Describe::FromFile;
  JobKind kind = JobKind::Shown;
  GivenIds ids = {};  ///< of jobs that are sent
};

/// Is the workload one of those that are installed with gpujob?
Result<bool> is_bundled(const World& world, const Workload& workload);

/// Where the runs of a site are kept: its `runs_dir`, or below the user's data directory.
std::string runs_directory_of(Session& session, const Selection& site);

/// What no flag changes, to be read once for all jobs of a payload at a site.
Result<RequestFacts> read_facts(Session& session, const Selection& site, const Work& work,
                                Describe describe);

/// Adds to what the flags say: variables, configuration, the facts, and what a script asks for,
/// which is told to `work`, too.
Result<Request> complete_request(Session& session, const Selection& site, Work& work,
                                 const RequestFacts& facts, Request request);

/// Both, for a single job.
Result<Request> complete_request(Session& session, const Selection& site, Work& work,
                                 Request request, Describe describe);

/// Plan, script and lint result for one site. Fails with every error of the plan or of the script.
/// Of an own job the user's script is linted, with the directives that are sent.
Result<Job> make_job(DataFiles& data_files, const Selection& site, const Work& work,
                     const Request& request);

/// What the rules read beside the script, except the day: planning has already checked that the
/// cluster is in service.
LintContext lint_context(DataFiles& data_files, const Selection& site);

}  // namespace gpujob
