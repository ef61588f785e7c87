// SPDX-License-Identifier: MIT
#include "sandbox/record.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "sandbox/endpoint.h"
#include "support/fake_world.h"
#include "support/messages.h"

namespace gpujob {
namespace {

using testing::IsEmpty;

class SandboxRecords : public testing::Test {
 protected:
  ProcessIdentity process() {
    const auto started = world.start_detached({{"munged"}, {}, "", "/log", "/log"});
    EXPECT_TRUE(is_ok(started));
    return *started;
  }

  /// A sandbox that runs, on disk.
  SandboxRecord running(const std::string& name, const std::string& center) {
    SandboxRecord record;
    record.name = name;
    record.host = world.host;
    record.center = center;
    record.cluster = "c";
    record.state = SandboxRecord::State::Ready;
    record.layout = {sandbox_home(world) + "/" + name, "/run/" + name};
    record.sbatch = "/usr/bin/sbatch";
    record.summary = "1 node";
    record.remarks = {"assumed: much"};
    record.slurmctld_port = 20'000;
    record.first_slurmd_port = 20'001;
    record.slurmd_count = 1;
    record.slurmdbd_port = 20'002;
    record.accounts = {"a", "b"};
    record.starter = process();
    record.guard = process();
    record.daemons = {{"munged", process()},
                      {"mariadbd", process()},
                      {"slurmdbd", process()},
                      {"slurmctld", process()},
                      {"slurmd.a-1", process()}};
    EXPECT_TRUE(is_ok(world.make_directory(record.layout.directory)));
    EXPECT_TRUE(is_ok(save_record(world, record)));
    return record;
  }

  void SetUp() override { world.programs["munged"] = "/usr/sbin/munged"; }

  FakeWorld world;
};

TEST_F(SandboxRecords, AreReadAsTheyWereWritten) {
  const SandboxRecord written = running("x", "site");
  const auto read = load_record(world, "x");
  ASSERT_TRUE(is_ok(read));
  EXPECT_EQ(read->name, written.name);
  EXPECT_EQ(read->host, "login1");
  EXPECT_EQ(read->site(), "site/c");
  EXPECT_EQ(read->scale, written.scale);
  EXPECT_EQ(read->state, written.state);
  EXPECT_EQ(read->starter, written.starter);
  EXPECT_EQ(read->guard, written.guard);
  EXPECT_EQ(read->layout.directory, written.layout.directory);
  EXPECT_EQ(read->layout.runtime, written.layout.runtime);
  EXPECT_EQ(read->sbatch, written.sbatch);
  EXPECT_EQ(read->summary, written.summary);
  EXPECT_EQ(read->remarks, written.remarks);
  EXPECT_EQ(read->slurmctld_port, written.slurmctld_port);
  EXPECT_EQ(read->first_slurmd_port, written.first_slurmd_port);
  EXPECT_EQ(read->slurmd_count, written.slurmd_count);
  EXPECT_EQ(read->slurmdbd_port, written.slurmdbd_port);
  EXPECT_EQ(read->accounts, written.accounts);
  EXPECT_EQ(read->daemons, written.daemons);
}

TEST_F(SandboxRecords, OnlyOneCanCreateOne) {
  const SandboxRecord record = running("x", "site");
  EXPECT_FALSE(create_record(world, record));
}

TEST_F(SandboxRecords, ASandboxRunsAsLongAsItsControllerAndMungeDo) {
  SandboxRecord record = running("x", "site");
  EXPECT_TRUE(is_running(world, record));
  world.end(record.daemons[4].process);
  EXPECT_TRUE(is_running(world, record));
  world.end(record.daemons[3].process);
  EXPECT_FALSE(is_running(world, record));
  record = running("y", "site");
  record.state = SandboxRecord::State::Starting;
  EXPECT_FALSE(is_running(world, record));
}

TEST_F(SandboxRecords, ASandboxWithAccountingDoesNotRunWithoutIt) {
  for (const std::size_t lost : {1u, 2u}) {
    SandboxRecord record = running("x", "site");
    world.end(record.daemons[lost].process);
    EXPECT_FALSE(is_running(world, record)) << record.daemons[lost].name;
    record.accounts.clear();
    EXPECT_TRUE(is_running(world, record)) << record.daemons[lost].name;
  }
}

TEST_F(SandboxRecords, TheOneOfASiteIsFound) {
  running("x", "one");
  running("y", "two");
  const auto found = find_sandbox(world, "", "two/c");
  ASSERT_TRUE(is_ok(found));
  EXPECT_EQ(found->name, "y");
  EXPECT_TRUE(fails_with(find_sandbox(world, "", ""), ExitCode::Usage,
                         {"sandbox: 2 sandboxes run (x, y); choose one with --name"}));
  EXPECT_TRUE(
      fails_with(find_sandbox(world, "", "three/c"), ExitCode::Usage,
                 {"site 'three/c': no sandbox runs; start one with 'gpujob sandbox up --site "
                  "three/c'"}));
}

TEST_F(SandboxRecords, OneThatIsDeadIsUnknownNotAbsent) {
  const SandboxRecord record = running("x", "site");
  world.end(record.daemons[0].process);
  EXPECT_TRUE(fails_with(find_sandbox(world, "x", ""), ExitCode::Unknown,
                         {"sandbox 'x': it does not run (its daemons have ended); start it again "
                          "with 'gpujob sandbox up --site site/c --name x'"}));
  EXPECT_TRUE(fails_with(find_sandbox(world, "", "site/c"), ExitCode::Usage,
                         {"site 'site/c': no sandbox runs; start one with 'gpujob sandbox up "
                          "--site site/c'"}));
}

TEST_F(SandboxRecords, OneOfAnotherHostIsNotTakenForDead) {
  SandboxRecord record = running("x", "site");
  world.host = "login2";
  EXPECT_FALSE(is_elsewhere(world, record)) << "its processes live: the host has got another name";
  for (const SandboxDaemon& daemon : record.daemons) world.end(daemon.process);
  world.end(record.starter);
  EXPECT_FALSE(is_elsewhere(world, record)) << "its guard lives";
  world.end(record.guard);
  EXPECT_TRUE(is_elsewhere(world, record));
  EXPECT_TRUE(fails_with(
      find_sandbox(world, "x", ""), ExitCode::Usage,
      {"sandbox 'x': it is on host 'login1' (its processes cannot be seen from here); end it there "
       "with 'gpujob sandbox down --name x', or give one here another --name; if that host no "
       "longer exists, remove " +
       record.layout.directory}));
  record.host.clear();
  EXPECT_FALSE(is_elsewhere(world, record)) << "an old record";
}

TEST_F(SandboxRecords, OneWithoutAHostIsRead) {
  const SandboxRecord record = running("x", "site");
  std::string text = world.text_of(record.layout.record());
  const std::string line = "  \"host\": \"login1\",\n";
  ASSERT_NE(text.find(line), std::string::npos) << text;
  world.put(record.layout.record(), text.erase(text.find(line), line.size()));
  const auto read = load_record(world, "x");
  ASSERT_TRUE(is_ok(read));
  EXPECT_EQ(read->host, "");
}

TEST_F(SandboxRecords, ANameWithASlipIsGuessed) {
  running("kitchen", "site");
  EXPECT_TRUE(fails_with(load_record(world, "kitchn"), ExitCode::Usage,
                         {"sandbox 'kitchn': no such sandbox; did you mean 'kitchen'?"}));
}

TEST_F(SandboxRecords, ADamagedOneIsADiagnosticAndHidesNoOther) {
  running("x", "site");
  const std::string path = sandbox_home(world) + "/bad/sandbox.json";
  for (const char* text : {"{}", "[]", R"({"schema": "gpujob/sandbox/v1"})",
                           R"({"schema": "gpujob/sandbox/v1", "name": 7})"}) {
    world.put(path, text);
    Diagnostics problems;
    const auto all = all_sandboxes(world, problems);
    ASSERT_EQ(all.size(), 1u) << text;
    EXPECT_EQ(all[0].name, "x");
    ASSERT_EQ(problems.size(), 1u) << text;
    EXPECT_EQ(problems[0].where, path);
    EXPECT_EQ(problems[0].problem, "not the record of a sandbox");
  }
}

TEST_F(SandboxRecords, NobodyHasAnyAtFirst) {
  Diagnostics problems;
  EXPECT_THAT(all_sandboxes(world, problems), IsEmpty());
  EXPECT_THAT(problems, IsEmpty());
}

TEST_F(SandboxRecords, AnEndpointSendsJobsThere) {
  const SandboxRecord record = running("x", "site");
  const Endpoint endpoint = endpoint_of(record);
  const std::string& directory = record.layout.directory;
  EXPECT_EQ(endpoint.kind, EndpointKind::Sandbox);
  EXPECT_EQ(endpoint.sbatch, "/usr/bin/sbatch");
  EXPECT_EQ(endpoint.slurm_conf, directory + "/slurm.conf");
  EXPECT_EQ(endpoint.sandbox, "x");
  EXPECT_EQ(endpoint.polling_floor, Seconds(1));
  EXPECT_EQ(endpoint.added.at("GPUJOB_LIBEXEC"), directory + "/libexec");
  EXPECT_EQ(endpoint.added.at("GPUJOB_SANDBOX"), "x");
  EXPECT_EQ(endpoint.added.at("BASH_ENV"), directory + "/bash_env");
}

}  // namespace
}  // namespace gpujob
