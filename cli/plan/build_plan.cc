// SPDX-License-Identifier: MIT
#include "plan/build_plan.h"

#include <algorithm>
#include <utility>

#include "base/format.h"
#include "base/sha256.h"
#include "base/text.h"
#include "contract/backends.h"
#include "plan/stack_choice.h"

// A program is kept under a key of everything that decides what the compiler makes: sources,
// backend, architecture, the stack's modules, and the compiler call before its paths are filled
// in. The same key always means the same program; a new module version gives a new key.

namespace gpujob {

namespace {

constexpr std::size_t kKeyLength = 16;

BuildPlan::Place place_of(const Draft& draft, const Stack* stack) {
  if (!draft.has_scheduler()) return BuildPlan::Place::Login;
  // Unknown: a job is right everywhere, since it runs on the processor that the program is for.
  const BuildPlace place = stack != nullptr && stack->build ? *stack->build : BuildPlace::Job;
  return place == BuildPlace::Login ? BuildPlan::Place::Login : BuildPlan::Place::Job;
}

/// The manifest's command with the stack's own compiler in front.
BuildCommand with_compiler(BuildCommand command, const Stack* stack) {
  if (stack != nullptr && !stack->compiler.empty() && !command.empty())
    command.front() = stack->compiler;
  return command;
}

std::string key_of(const Draft& draft, const BuildPlan& build, const BuildCommand& command) {
  return sha256(format("sources {}\nbackend {}\narchitecture {}\nmodules {}\ncommand {}\n",
                       draft.request.source_hash, build.backend, build.architecture,
                       join(build.modules.modules, " "), join(command, " ")))
      .substr(0, kKeyLength);
}

void fill_command(const Draft& draft, const BuildCommand& command, BuildPlan& build) {
  const std::string& include = draft.request.paths.sources;
  const std::string& own = draft.request.paths.own_sources;
  const std::string folder = own.empty() ? format("{}/workloads/{}", include, build.workload) : own;
  const std::string source = format("{}/{}.cc", folder, build.workload);
  build.command = command;
  for (std::string& word : build.command) {
    if (word.find("{{") == std::string::npos) continue;
    word = replace_all(word, "{{arch}}", build.architecture);
    word = replace_all(word, "{{output}}", build.output);
    word = replace_all(word, "{{source}}", source);
    word = replace_all(word, "{{include}}", include);
  }
}

BuildOutlook cannot(std::string why_not, std::string way_out) {
  return {std::nullopt, nullptr, std::move(why_not), std::move(way_out)};
}

}  // namespace

bool is_compiled(const std::string& backend) {
  return find_backend(backend) != nullptr && !is_of_kind(backend, BackendKind::Python);
}

BuildOutlook outline_build(const Draft& draft, const ProgramNeed& need,
                           const std::optional<GpuChoice>& gpu) {
  const Workload& workload = draft.workload();
  const auto command = workload.builds.find(need.backend);
  if (command == workload.builds.end() || command->second.empty()) {
    return cannot(format("its manifest has no build command for '{}'", need.backend),
                  format("add one to {}", workload.file));
  }
  if (vendor_of(need.backend) && !gpu)
    return cannot("the GPU that it must run on is not known", "add --gpu MODEL");
  const std::string stack_name = stack_of(need.backend) + "_build";
  const Stack* stack = find_stack(draft, stack_name, gpu);
  if (stack == nullptr && draft.has_scheduler()) {
    return cannot(
        format("stack '{}' of site '{}' is not documented", stack_name, draft.site()),
        format("ask the center and add the stack to {}", file_to_complete(draft.input.profile)));
  }
  BuildPlan build;
  build.place = place_of(draft, stack);
  build.workload = workload.name;
  build.backend = need.backend;
  build.architecture = need.architecture.empty() ? need.processor : need.architecture;
  build.source_directory = draft.request.paths.sources;
  build.shell = draft.cluster().shell;
  if (stack != nullptr) build.modules = module_steps(draft, *stack);
  build.output = format("{}.{}.partial", workload.name, need.backend);
  const bool by_compiler =  // else by a program that calls one
      !is_of_kind(need.backend, BackendKind::Executed);
  const BuildCommand compiler_call =
      by_compiler ? with_compiler(command->second, stack) : command->second;
  build.key = key_of(draft, build, compiler_call);
  build.program_directory = format("{}/{}", draft.request.paths.programs_directory, build.key);
  fill_command(draft, compiler_call, build);
  return {std::move(build), stack, "", ""};
}

}  // namespace gpujob
