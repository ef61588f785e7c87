// SPDX-License-Identifier: MIT
#include "base/file_system.h"
#include "base/json_value.h"
#include "base/paths.h"
#include "command/program/program.h"
#include "fuzz/target.h"
#include "jobs/request/inventory.h"
#include "jobs/session/configuration.h"
#include "jobs/session/refused_submit.h"
#include "jobs/sweep/job_series.h"
#include "render/template.h"
#include "support/fake_world.h"

namespace gpujob {

namespace {

constexpr const char* kFirstTask = "01JD7M3ZK8Q4V5W6X7Y8Z9ABCD";

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

/// What gpujob says to these words, as JSON.
Json answer_to(FakeWorld& world, std::vector<std::string> words) {
  words.insert(words.begin(), "gpujob");
  (void)run_gpujob(words, world);
  const auto document = parse_json(world.out_text, "stdout");
  if (!document) std::abort();
  return *document;
}

/// What df, quota and the kernel say of this machine.
bool read_machine(const std::string& text) {
  FakeWorld world;
  for (const char* program : {"df", "lfs", "quota"}) world.always({program}, ended(0, text));
  world.put("/proc/meminfo", text);
  const auto system = file_system_of(world, "/home/ada");
  return machine_memory(world).has_value() || (system && system->free.bytes) ||
         read_quota(text).bytes;
}

/// The ids that another machine gave the tasks of an array.
bool read_task_ids(const std::string& text) {
  FakeWorld world;
  world.put("/home/ada/ids", text);
  world.put("/proc/self/stat", "77 (gpujob) R 1 77 77 0 -1 0 1 0 0 0 0 0 0 0 20 0 1 0 4711 0 0");
  const Json said =
      answer_to(world, {"submit-as", kFirstTask, "--array", "01JD7M3ZK8Q4V5W6X7Y8Z9ABCG", "--tasks",
                        "/home/ada/ids", "--format", "json", "--", "x"});
  return dump_json(said).find("this is not the id of a run") == std::string::npos;
}

/// The note of a submit that was refused.
bool read_refusal(const std::string& text) {
  FakeWorld world;
  world.put(data_home(world) + "/refused", text);
  const auto since = refusal_since(world, kFirstTask);
  if (since) check_messages({*since});
  return since.has_value();
}

}  // namespace

std::vector<FuzzTarget> command_targets() {
  using namespace std::string_literals;
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
      {"machine",
       read_machine,
       {"Type     Avail IAvail Mounted on\nxfs 123456789012 12345 /home\n",
        " /fred [1041408]  5242880 6291456*       -     [0]       0       0       -\n",
        "MemTotal:       65536000 kB\n"}},
      {"ids of tasks", read_task_ids, {kFirstTask + "\n01JD7M3ZK8Q4V5W6X7Y8Z9ABCE\n"s}},
      {"refused submit", read_refusal, {kFirstTask + "\ngp201 no such GPU\n"s}},
  };
}

}  // namespace gpujob
