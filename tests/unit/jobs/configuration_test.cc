// SPDX-License-Identifier: MIT
#include "jobs/session/configuration.h"

#include <gtest/gtest.h>

#include "jobs/session/settings.h"
#include "support/fake_world.h"
#include "support/messages.h"

namespace gpujob {
namespace {

constexpr const char* kSample = R"(# where I compute
sites:
  north:                 # home
    account: n-1         # ends in May
  north/big:
    account: "n-2"
defaults:
  site: north
)";

TEST(Configuration, TheMostSpecificSiteWins) {
  const auto read = read_configuration("config.yaml", kSample);
  ASSERT_TRUE(is_ok(read));
  EXPECT_EQ(read->find("account", "north", "small")->value, "n-1");
  EXPECT_EQ(read->find("account", "north", "big")->value, "n-2");
  EXPECT_EQ(read->find("account", "south", "big"), nullptr);
  EXPECT_EQ(read->find_default("site")->origin.text(), "config.yaml:8");
}

TEST(Configuration, AnAbsentOrEmptyFileSaysNothing) {
  const FakeWorld world;
  const auto absent = load_configuration(world);
  ASSERT_TRUE(is_ok(absent));
  EXPECT_EQ(absent->file, "/home/ada/.config/gpujob/config.yaml");
  EXPECT_TRUE(absent->sites.empty());
  EXPECT_TRUE(is_ok(read_configuration("config.yaml", "# nothing yet\n")));
}

TEST(Configuration, TheMachinesFileFillsWhatTheUsersLeavesOut) {
  FakeWorld world;
  world.put(
      "/etc/gpujob/config.yaml",
      "defaults: {site: south, backend: cpu}\nsites:\n  north:\n    account: all\n    qos: low\n");
  world.put("/home/ada/.config/gpujob/config.yaml", kSample);
  const auto both = load_configuration(world);
  ASSERT_TRUE(is_ok(both));
  EXPECT_EQ(both->find("account", "north", "small")->value, "n-1");
  EXPECT_EQ(both->find("qos", "north", "small")->origin.text(), "/etc/gpujob/config.yaml:5");
  EXPECT_EQ(both->find_default("site")->value, "north");
  EXPECT_EQ(both->find_default("backend")->value, "cpu");
  const auto own = load_own_configuration(world);
  ASSERT_TRUE(is_ok(own));
  EXPECT_EQ(own->find_default("backend"), nullptr);
  world.put("/etc/gpujob/config.yaml", "sites:\n  north:\n    acount: all\n");
  EXPECT_EQ(load_configuration(world).failure().exit, ExitCode::Invalid);
}

TEST(Configuration, RefusesUnknownKeysAndRelativeDirectories) {
  EXPECT_TRUE(fails_with(read_configuration("c.yaml", "sites:\n  north:\n    acount: x\n"),
                         ExitCode::Invalid,
                         {"c.yaml:3:5: unknown key 'acount' (site fields are closed); did you mean "
                          "'account'?"}));
  EXPECT_TRUE(fails_with(read_configuration("c.yaml", "sites:\n  north:\n    runs_dir: runs\n"),
                         ExitCode::Invalid,
                         {"c.yaml:3:15: runs_dir 'runs' is not absolute (jobs write there from "
                          "other directories)"}));
}

TEST(Configuration, OnlyKnownKeysMayBeSet) {
  EXPECT_TRUE(is_ok(check_configuration_key("sites.north/big.qos")));
  EXPECT_TRUE(is_ok(check_configuration_key("defaults.backend")));
  EXPECT_TRUE(fails_with(check_configuration_key("sites.north.acount"), ExitCode::Usage,
                         {"gpujob config: no key 'sites.north.acount' (it has "
                          "sites.north.account, sites.north.partition, sites.north.reservation, "
                          "sites.north.qos, sites.north.runs_dir, sites.north.ssh); did you mean "
                          "'sites.north.account'?"}));
  EXPECT_FALSE(check_configuration_key("account"));
}

TEST(ConfigurationEdit, ReplacesAValueAndKeepsRemarks) {
  const auto edited = edited_configuration(kSample, "sites.north.account", "n-9");
  ASSERT_TRUE(edited);
  EXPECT_NE(edited->find("    account: n-9         # ends in May\n"), std::string::npos) << *edited;
  EXPECT_NE(edited->find("# where I compute\n"), std::string::npos);
}

TEST(ConfigurationEdit, AddsKeysWhereTheirBlockIs) {
  EXPECT_EQ(edited_configuration("sites:\n    a:\n        account: x\n", "sites.a.qos", "high"),
            "sites:\n    a:\n        account: x\n        qos: high\n");
  EXPECT_EQ(edited_configuration("sites:\n  a:\n    account: x\n", "sites.b.qos", "high"),
            "sites:\n  a:\n    account: x\n  b:\n    qos: high\n");
  EXPECT_EQ(edited_configuration("defaults:\n  site: a\n", "sites.b.qos", "high"),
            "defaults:\n  site: a\nsites:\n  b:\n    qos: high\n");
  EXPECT_EQ(edited_configuration("", "defaults.site", "a"), "defaults:\n  site: a\n");
}

TEST(ConfigurationEdit, QuotesWhatYamlWouldRead) {
  const auto edited = edited_configuration("", "defaults.site", "123");
  ASSERT_TRUE(edited);
  const auto read = read_configuration("c.yaml", *edited);
  ASSERT_TRUE(is_ok(read));
  EXPECT_EQ(read->find_default("site")->value, "123");
}

TEST(ConfigurationEdit, RemovesAKeyAndTheBlocksThatHeldNothingElse) {
  const auto without = [](const char* text) {
    return edited_configuration(text, "sites.a.qos", std::nullopt);
  };
  EXPECT_EQ(without("sites:\n  a:  # mine\n    account: x\n    qos: y  # fast\n"),
            "sites:\n  a:  # mine\n    account: x\n");
  EXPECT_EQ(without("sites:\n  a:\n    qos: y\n  b:\n    qos: z\n"), "sites:\n  b:\n    qos: z\n");
  EXPECT_EQ(without("# mine\nsites:\n  a:\n    # fast\n    qos: y\ndefaults:\n  site: a\n"),
            "# mine\n    # fast\ndefaults:\n  site: a\n");
  EXPECT_EQ(without("sites:\n  a:\n    qos: y\n"), "");
}

/// Whatever the file looks like: the value is set or removed and no other is lost.
TEST(ConfigurationEdit, NeverLosesAValue) {
  const std::vector<std::string> files = {
      "sites: {a: {account: x, qos: y}}\n",
      "sites:\n  a: {account: x, qos: y}\n",
      "sites:\n  a:\n    account: 'it''s # one'  # remark\n    qos: y\n",
      "sites:\n  a:\n    account: \"x\\\" # y\"\n    qos: y\n",
      "sites:\n  a:\n    account: >-\n      x\n      z\n    qos: y\n",
      "sites:\n  a:\n    account:\n      x\n    qos: y\n",
      "sites:\n  a:\n    qos: y\n    account: x"};
  for (const std::string& file : files) {
    const auto before = read_configuration("c.yaml", file);
    ASSERT_TRUE(is_ok(before)) << file;
    for (const auto& value : {std::optional<std::string>("new"), std::optional<std::string>()}) {
      auto text = edited_configuration(file, "sites.a.account", value);
      if (!text) text = rewritten_configuration(*before, "sites.a.account", value);
      const auto after = read_configuration("c.yaml", *text);
      ASSERT_TRUE(is_ok(after)) << *text;
      const PlacedText* found = after->find("account", "a", "");
      EXPECT_EQ(found == nullptr ? std::nullopt : std::optional(found->value), value) << *text;
      EXPECT_EQ(after->find("qos", "a", "")->value, "y") << *text;
    }
  }
}

TEST(Settings, TheFirstPlaceThatSpeaksWins) {
  FakeWorld world;
  const auto configuration = read_configuration("config.yaml", kSample);
  const auto account = [&](std::optional<SourcedValue> flag) {
    Request request;
    request.account = std::move(flag);
    apply_settings(world, *configuration, "north", "small", request);
    return request.account->value + " by " + request.account->origin;
  };
  EXPECT_EQ(account(std::nullopt), "n-1 by config.yaml:4");
  world.variables["SBATCH_ACCOUNT"] = "s";
  EXPECT_EQ(account(std::nullopt), "s by SBATCH_ACCOUNT");
  world.variables["GPUJOB_ACCOUNT"] = "g";
  EXPECT_EQ(account(std::nullopt), "g by GPUJOB_ACCOUNT");
  EXPECT_EQ(account(SourcedValue{"f", From::Flag, "--account"}), "f by --account");
}

TEST(Settings, AnEmptyVariableIsNotSet) {
  FakeWorld world;
  world.variables["GPUJOB_SITE"] = "";
  EXPECT_FALSE(site_setting(std::nullopt, world, Configuration{}));
}

TEST(Settings, NamesTheVariablesOfSlurmThatAreNotUsed) {
  FakeWorld world;
  world.variables["SBATCH_ACCOUNT"] = "a";
  world.variables["SBATCH_TIMELIMIT"] = "5";
  world.variables["SLURM_JOB_ID"] = "7";
  world.variables["SLURM_CONF"] = "/etc/slurm.conf";
  Request request;
  apply_settings(world, Configuration{}, "north", "small", request);
  EXPECT_EQ(request.slurm_variables,
            (std::vector<std::string>{"SBATCH_TIMELIMIT", "SLURM_JOB_ID"}));
}

TEST(Settings, TheDayMayBeNamed) {
  FakeWorld world;
  EXPECT_EQ(*planning_day(world), "2026-11-21");
  world.variables["GPUJOB_TODAY"] = "2027-01-01";
  EXPECT_EQ(*planning_day(world), "2027-01-01");
  world.variables["GPUJOB_TODAY"] = "tomorrow";
  EXPECT_TRUE(fails_with(planning_day(world), ExitCode::Usage,
                         {"GPUJOB_TODAY: 'tomorrow' is not a day; write it like 2026-11-21"}));
}

}  // namespace
}  // namespace gpujob
