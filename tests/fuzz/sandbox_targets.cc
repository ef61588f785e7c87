// SPDX-License-Identifier: MIT
#include "fuzz/target.h"
#include "sandbox/record.h"
#include "support/fake_world.h"

namespace gpujob {

namespace {

constexpr const char* kDirectory = "/home/ada/.local/state/gpujob/sandbox/one";

bool read_record(const std::string& text) {
  FakeWorld world;
  world.put(kDirectory + std::string("/sandbox.json"), text);
  const auto record = load_record(world, "one");
  if (checked(record)) (void)is_running(world, *record);
  Diagnostics problems;
  (void)all_sandboxes(world, problems);
  check_messages(problems);
  return bool(record);
}

std::vector<std::string> records() {
  FakeWorld world;
  SandboxRecord record;
  record.name = "one";
  record.host = world.host;
  record.center = "dawn";
  record.cluster = "rise";
  record.state = SandboxRecord::State::Ready;
  record.layout.directory = kDirectory;
  record.sbatch = "/usr/bin/sbatch";
  record.accounts = {"p1"};
  record.daemons = {{"munged", ProcessIdentity{7, 3, "boot"}}};
  world.directories.insert(kDirectory);
  if (!create_record(world, record)) std::abort();
  return {world.text_of(record.layout.record())};
}

}  // namespace

std::vector<FuzzTarget> sandbox_targets() {
  return {{"sandbox record", read_record, records()}};
}

}  // namespace gpujob
