// SPDX-License-Identifier: MIT
#include "unit/render/sample_plan.h"

#include "render/render.h"
#include "support/read_source.h"

namespace gpujob {

TemplateSet installed_templates() {
  TemplateSet set;
  for (const std::string name :
       {"job.sh", "build.sh", "run.sh", "modules.sh", "venv.sh", "spack.sh", "conda.sh",
        "variables.sh", "build_step.sh", "launch.sh", "payload.sh", "restart_output.sh",
        "linked_output.sh", "array_task.sh", "array.sh", "run_task.sh"}) {
    set[name] = *read_template("templates/" + name, read_source("templates/" + name));
  }
  return set;
}

Result<std::string> job_text(const JobPlan& plan, const TemplateSet& templates) {
  Result<JobScript> script = render_job(plan, templates, "0.1.0");
  if (!script) return script.failure();
  return std::move(script->text);
}

JobPlan sample_plan() {
  JobPlan plan;
  plan.run_id = "RUNID";
  plan.job_name = "gj-integrate2d-RUNID";
  plan.center = "dawn";
  plan.cluster = "aurora";
  WorkloadPlan& work = *workload_of(plan);
  work.name = "integrate2d";
  work.variant = "poly";
  work.backend = "cuda";
  work.precision = "float32";
  work.launches = 1;
  plan.gpu = PlannedGpu{"l40s", "nvidia-l40s", "sm_89", 1, 1};
  plan.shell = "#!/bin/bash";
  plan.options = {{"job-name", "gj-integrate2d-RUNID"},
                  {"account", "dawn2026-001"},
                  {"time", "00:10:00"},
                  {"gpus", "1"},
                  {"constraint", "l40s&(zen4)"},
                  {"exclusive", std::nullopt}};
  plan.modules = {PurgeModules::Plain, {"GCC/12.3.0", "CUDA/12.1.1"}, ""};
  work.launcher = {"srun"};
  work.program = "integrate2d.cuda";
  work.arguments = {"--variant", "poly", "--precision", "float32", "--param", "n=102400"};
  work.libexec = "/opt/gpujob/libexec/gpujob";
  plan.run_directory = "/home/ada/runs/RUNID";
  plan.environment = {{"GPUJOB_RUN_ID", "RUNID"}, {"GPUJOB_SITE", "dawn"}};
  return plan;
}

JobPlan sample_local_plan(const std::string& run_directory, const std::string& libexec) {
  JobPlan plan = sample_plan();
  plan.executor = Executor::Local;
  plan.options.clear();
  plan.modules = {};
  workload_of(plan)->launcher.clear();
  plan.run_directory = run_directory;
  workload_of(plan)->libexec = libexec;
  return plan;
}

BuildPlan sample_build() {
  BuildPlan build;
  build.workload = "integrate2d";
  build.backend = "cuda";
  build.architecture = "sm_89";
  build.key = "0123456789abcdef";
  build.source_directory = "/opt/gpujob/share/gpujob/src";
  build.program_directory = "/home/ada/programs/0123456789abcdef";
  build.shell = "#!/bin/bash";
  build.modules = {PurgeModules::Plain, {"foss/2023b", "CUDA/12.9.1"}, ""};
  build.output = "integrate2d.cuda.partial";
  build.command = {"nvcc", "-O3", "-arch=sm_89", "-x", "cu", "integrate2d.cc", "-o", build.output};
  return build;
}

}  // namespace gpujob
