// SPDX-License-Identifier: MIT
#include "fuzz/target.h"
#include "jobs/request/inventory.h"
#include "jobs/session/configuration.h"
#include "render/template.h"

namespace gpujob {

namespace {

bool read_settings(const std::string& text) {
  const auto configuration = read_configuration("config.yaml", text);
  if (!checked(configuration)) return false;
  const std::optional<std::string> value = "p1";
  const auto edited = edited_configuration(text, "sites.hpc2n.account", value);
  if (edited && !checked(read_configuration("config.yaml", *edited))) std::abort();
  (void)rewritten_configuration(*configuration, "defaults.site", value);
  return true;
}

/// What a program of the user's may print when it is asked what it is.
bool read_program(const std::string& text) {
  return bool(checked(read_description(text, "integrate2d.cuda")));
}

bool read_skeleton(const std::string& text) {
  return bool(checked(read_template("job.sh", text)));
}

}  // namespace

std::vector<FuzzTarget> command_targets() {
  return {
      {"configuration",
       read_settings,
       {"# mine\ndefaults:\n  site: hpc2n\nsites:\n  hpc2n:\n    account: p1  # until June\n"
        "    partition: gpu\n  uppmax/snowy:\n    runs_dir: /proj/p1/runs\n"}},
      {"program",
       read_program,
       {R"({"schema":"gpujob/describe/v1","name":"integrate2d","backend":"cuda",)"
        R"("processor":"x86_64","architectures":["sm_89"],"precisions":["float32"],)"
        R"("variants":[{"name":"poly","class":"P"},{"name":"sfu","not_built":"sm_90"}]})"}},
      {"template", read_skeleton, source_files("templates/*.sh")},
  };
}

}  // namespace gpujob
