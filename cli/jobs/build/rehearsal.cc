// SPDX-License-Identifier: MIT
#include "jobs/build/rehearsal.h"

#include "base/format.h"
#include "base/paths.h"
#include "base/text.h"
#include "contract/backends.h"
#include "jobs/build/build_here.h"
#include "jobs/build/prepared_build.h"
#include "jobs/session/session.h"
#include "jobs/session/site_selection.h"
#include "plan/build_plan.h"
#include "sandbox/record.h"
#include "sandbox/stand_in.h"

namespace gpujob {

namespace {

/// The backend whose program stands in for that of `backend`: where the workload has it, GPU code
/// executed on CPUs, which is CUDA's.
std::string stand_in_for(const Workload& workload, const std::string& backend) {
  const Backend* const row = find_backend(backend);
  const std::string executed(row == nullptr ? "" : row->stand_in);
  return contains(workload.backends, executed) ? executed : "cpu";
}

/// Is the program compiled from sources of the user's own?
Result<bool> is_compiled_own(const World& world, const Workload& workload,
                             const WorkloadPlan& work) {
  if (!is_compiled(work.backend) || !workload.command.empty()) return false;
  const auto bundled = is_bundled(world, workload);
  if (!bundled) return bundled.failure();
  return !*bundled;
}

Status check_stand_in(const Workload& workload, const WorkloadPlan& work, const std::string& own,
                      const std::string& sandbox) {
  const auto refuse = [&](std::string why, std::string way_out) {
    return Failure{ExitCode::Invalid, format("workload '{}'", workload.name),
                   format("cannot be rehearsed in sandbox '{}'", sandbox), std::move(why),
                   std::move(way_out)};
  };
  if (!contains(workload.backends, own)) {
    return refuse(
        format("a sandbox has no GPU, and the workload has no 'cpu' program to stand in for '{}'",
               work.backend),
        format("add 'cpu' to 'backends' and to 'build' in {}", workload.file));
  }
  const Variant* variant = workload.find_variant(work.variant);
  if (variant != nullptr && !variant->runs_on(own)) {
    return refuse(format("its '{}' program, which stands in for '{}', has no variant '{}'", own,
                         work.backend, work.variant),
                  format("use --variant {}", join(workload.variants_for(own), " or ")));
  }
  return Status{};
}

/// The program as 'gpujob build WORKLOAD --site local --backend BACKEND' makes it.
Result<BuildPlan> build_for_this_machine(Session& session, const Workload& workload,
                                         const std::string& backend, BuildMode mode) {
  const auto site = session.data_files.profiles().find(kLocalSite);
  if (!site) return site.failure();
  Request flags;
  flags.backend = SourcedValue{backend, From::Rule, "it stands in for the GPU program"};
  const auto build = prepare_build(session, *site, workload, flags);
  if (!build) return build.failure();
  const BuildPlan& plan = build->resolution.build;
  if (session.world.kind(built_program(plan)) == FileKind::File) return plan;
  if (mode == BuildMode::Never) {
    return Failure{
        ExitCode::Invalid, format("workload '{}'", workload.name),
        format("its '{}' program, which stands in for the GPU program, is missing", backend),
        "--build never",
        format("run 'gpujob build {} --site {} --backend {}'", workload.name, kLocalSite, backend)};
  }
  session.listener->note(format("building {}.{} for this processor", workload.name, backend));
  if (auto made = build_here(session.world, plan, build->script); !made) return made.failure();
  return plan;
}

}  // namespace

Status prepare_rehearsal(Session& session, const Job& job, BuildMode mode, Endpoint& sandbox) {
  const WorkloadPlan& work = *workload_of(job.resolution.plan);
  const auto workload = session.data_files.workloads().find(work.name);
  if (!workload) return workload.failure();
  const auto own = is_compiled_own(session.world, *workload, work);
  if (!own) return own.failure();
  if (!*own) return Status{};
  const std::string backend = stand_in_for(*workload, work.backend);
  if (auto fits = check_stand_in(*workload, work, backend, sandbox.sandbox); !fits) return fits;
  const auto build = build_for_this_machine(session, *workload, backend, mode);
  if (!build) return build.failure();
  // Beside the program, whose folder is named by a hash of its sources: a pending job keeps its
  // version.
  const std::string directory = join_path(build->program_directory, "stand_in");
  auto written =
      write_own_stand_ins(session.world, built_program(*build), directory, workload->name, backend);
  if (!written) return written;
  sandbox.added["GPUJOB_LIBEXEC"] = directory;
  return Status{};
}

Result<std::optional<Diagnostic>> missing_stand_in(Session& session, const Job& job) {
  using Warning = std::optional<Diagnostic>;
  const auto sandbox = sandbox_of_shell(session.world);
  if (!sandbox || sandbox->site() != full_name(job.site)) return Warning();
  const WorkloadPlan* work = workload_of(job.resolution.plan);
  if (work == nullptr) return Warning();
  const auto workload = session.data_files.workloads().find(work->name);
  if (!workload) return workload.failure();
  const auto own = is_compiled_own(session.world, *workload, *work);
  if (!own) return own.failure();
  const bool is_there = session.world.kind(join_path(libexec_directory(session.world),
                                                     work->program)) == FileKind::File;
  if (!*own || is_there) return Warning();
  return Warning(Diagnostic{"", Severity::Warning, format("workload '{}'", workload->name),
                            format("this shell's sandbox '{}' has no program '{}' for the "
                                   "script",
                                   sandbox->name, work->program),
                            "only 'gpujob submit' builds the CPU program that stands in for it",
                            "use 'gpujob submit' instead of sbatch", ""});
}

}  // namespace gpujob
