// SPDX-License-Identifier: MIT
#include "plan/program_choice.h"

#include <algorithm>

#include "base/format.h"
#include "plan/build_plan.h"
#include "plan/fitting_shapes.h"
#include "plan/stack_choice.h"

// In this order: the program kept by an earlier build under the very key this plan would build;
// an installed one that fits; a build step. A program kept under another key was built from other
// sources or with another stack, so it does not count.

namespace gpujob {

namespace {

bool is_kept(const Draft& draft, const ProgramFound& program) {
  return program.directory.starts_with(draft.request.paths.programs_directory + "/");
}

const ProgramFound* find_kept(const Draft& draft, const BuildPlan& build) {
  for (const ProgramFound& program : draft.request.programs) {
    if (program.backend == build.backend && program.directory == build.program_directory)
      return &program;
  }
  return nullptr;
}

const ProgramFound* find_installed(const Draft& draft, const ProgramNeed& need) {
  for (const ProgramFound& program : draft.request.programs)
    if (!is_kept(draft, program) && fits(program, need)) return &program;
  return nullptr;
}

bool any_installed(const Draft& draft, const std::string& backend) {
  const auto& all = draft.request.programs;
  return std::any_of(all.begin(), all.end(), [&](const ProgramFound& program) {
    return program.backend == backend && !is_kept(draft, program);
  });
}

/// "sm_NN on x86_64" or, for a CPU program, "aarch64"; empty if nothing is known.
std::string target(const ProgramNeed& need) {
  std::string text = need.architecture;
  if (!need.processor.empty()) text += (text.empty() ? "" : " on ") + need.processor;
  return text;
}

/// What the installed program is for: "the installed one is for sm_NN, sm_MM on x86_64, and ".
std::string installed_for(const Draft& draft, const ProgramNeed& need) {
  for (const ProgramFound& program : draft.request.programs) {
    if (program.backend != need.backend || is_kept(draft, program)) continue;
    ProgramNeed has{need.backend, format("{}", join(program.architectures, ", ")), ""};
    has.processor = program.processor;
    return format("the installed one is for {}, and ", target(has));
  }
  return "";
}

std::string build_command_line(const Draft& draft, const std::optional<GpuChoice>& gpu) {
  return format("run 'gpujob build {} --site {}{}'", draft.workload().name, draft.site(),
                gpu ? " --gpu " + gpu->type.key : "");
}

void report_missing(Draft& draft, const ProgramNeed& need, const std::optional<GpuChoice>& gpu,
                    const BuildOutlook& outlook) {
  const std::string wanted = target(need);
  const std::string problem = format("no '{}' program{} is installed", need.backend,
                                     wanted.empty() ? "" : " for " + wanted);
  if (!outlook.build) {
    draft.report({"gp210", Severity::Error, draft.at_workload(),
                  problem + ", and it cannot be built", outlook.why_not, outlook.way_out, ""});
    return;
  }
  const std::string code = any_installed(draft, need.backend) ? "gp209" : "gp208";
  draft.report({code, Severity::Error, draft.at_workload(), problem,
                installed_for(draft, need) + "--build never was given",
                build_command_line(draft, gpu), ""});
}

void use(Draft& draft, const std::string& directory, From from, const std::string& origin) {
  draft.work().libexec = directory;
  draft.explain("program", format("{}/{}", directory, draft.work().program), from, origin);
}

void use_build(Draft& draft, const BuildPlan& build, const Stack* stack,
               const std::optional<GpuChoice>& gpu) {
  if (gpu && stack != nullptr) check_toolkit(draft, *stack, gpu->model);
  draft.work().build = build;
  const std::string where =
      build.place == BuildPlan::Place::Job ? "first in the job" : "before submission";
  use(draft, build.program_directory, From::Rule,
      format("built {}: no installed program fits", where));
  draft.explain("build", build.key, From::Rule,
                "sources, backend, architecture, modules and compiler call");
  if (stack != nullptr) explain_stack(draft, *stack, "build ");
}

/// Variants of the workload that the program can compute with its backend.
std::vector<std::string> other_variants(const Draft& draft, const ProgramFound& program) {
  std::vector<std::string> others;
  for (const Variant& variant : draft.workload().variants) {
    const auto& backends = variant.backends;
    const bool here = backends.empty() || std::find(backends.begin(), backends.end(),
                                                    program.backend) != backends.end();
    if (here && !program.not_built.contains(variant.name)) others.push_back(variant.name);
  }
  return others;
}

/// A CPU program is linked statically. A GPU program finds its libraries at run time, so the center
/// may have what was missing where it was built.
void check_variant(Draft& draft, const ProgramFound& program) {
  const auto missing = program.not_built.find(draft.work().variant);
  if (missing == program.not_built.end()) return;
  const std::vector<std::string> others = other_variants(draft, program);
  draft.report({"gp222", program.backend == "cpu" ? Severity::Error : Severity::Warning,
                draft.at_workload(),
                format("the installed '{}' program was built without variant '{}'", program.backend,
                       draft.work().variant),
                missing->second,
                others.empty() ? "" : format("use --variant {}", join(others, " or ")), ""});
}

/// A CPU program that does not describe itself is better than a build that is not documented.
bool assume_installed(const Draft& draft, const ProgramNeed& need, const BuildOutlook& outlook) {
  if (!is_compiled(need.backend)) return true;
  if (!draft.request.paths.own_sources.empty()) return false;  // a user's own
  return need.backend == "cpu" && !any_installed(draft, "cpu") &&
         (!outlook.build || !draft.has_scheduler());
}

}  // namespace

ProgramNeed program_need(const Draft& draft, const std::string& backend,
                         const std::optional<GpuChoice>& gpu) {
  const Partition* partition = draft.partition();
  const Shapes shapes = fitting_shapes(draft.cluster(), gpu ? gpu->type.key : "",
                                       partition == nullptr ? "" : partition->name);
  const bool for_gpu = gpu && vendor_of(backend).has_value();
  return {backend, for_gpu ? gpu->model.architecture : "", processor_of(shapes)};
}

void choose_program(Draft& draft, const ProgramNeed& need, const std::optional<GpuChoice>& gpu) {
  const BuildOutlook outlook = outline_build(draft, need, gpu);
  if (outlook.build) {
    if (const ProgramFound* kept = find_kept(draft, *outlook.build))
      return use(draft, kept->directory, From::Rule, "kept by an earlier build");
  }
  if (const ProgramFound* installed = find_installed(draft, need)) {
    check_variant(draft, *installed);
    return use(draft, installed->directory, From::BuiltIn, "installed, and fits");
  }
  if (assume_installed(draft, need, outlook))
    return use(draft, draft.request.paths.libexec, From::BuiltIn, "the installed one");
  if (!outlook.build || draft.request.build == BuildMode::Never)
    return report_missing(draft, need, gpu, outlook);
  use_build(draft, *outlook.build, outlook.stack, gpu);
}

}  // namespace gpujob
