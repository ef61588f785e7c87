// SPDX-License-Identifier: MIT
#include <functional>
#include <gmock/gmock.h>

#include "base/json_value.h"
#include "plan/job_plan.h"
#include "plan/plan_fields.h"
#include "sample.h"
#include "support/messages.h"

namespace gpujob {
namespace {

JobPlan full_plan() {
  Sample sample = feature_site();
  sample.request.programs.clear();
  sample.request.sbatch_arguments = {"--mail-type=END"};
  const auto resolution = sample.gpu("l40s").resolve();
  EXPECT_TRUE(is_ok(resolution));
  JobPlan plan = resolution->plan;
  BuildPlan build = *build_of(plan);
  build.options = {{"exclusive", std::nullopt}, {"nodes", "1"}};
  workload_of(plan)->build = build;
  plan.modules.venv = "/sw/venv \"x\"";
  plan.modules.use = {"/sw/more"};
  plan.modules.spack = {"hdf5@1.14"};
  plan.modules.conda = "numba";
  plan.modules.variables = NamedValues{{"OMP_PLACES", "cores"}};
  plan.submit_command = "fsubmit";
  workload_of(plan)->split = LaunchSplit{4, 2};
  plan.sbatch_answers = NamedValues{{"No hours left", "refused"}};
  plan.missing_account = "hpc2n2011-111";
  plan.retry_of = "01JD0000000000000000000000";
  return plan;
}

JobPlan round_trip(const JobPlan& plan) {
  const auto parsed = parse_json(dump_json(to_json(plan)), "plan.json");
  EXPECT_TRUE(is_ok(parsed));
  const auto read = plan_from_json(*parsed, "plan.json");
  EXPECT_TRUE(is_ok(read));
  return read ? *read : JobPlan{};
}

// One overload a kind of member: a value that differs from the one that is there.
void change(std::string& value) {
  value += "~";
}
template <std::integral Value>
void change(Value& value) {
  ++value;
}
void change(double& value) {
  value += 0.125;
}
void change(char& value) {
  value = 'R';
}
void change(Seconds& value) {
  value += Seconds(1);
}
void change(Executor& value) {
  value = Executor::Local;
}
void change(PurgeModules& value) {
  value = PurgeModules::Force;
}
void change(BuildPlan::Place& value) {
  value = BuildPlan::Place::Job;
}
void change(std::vector<std::string>& values) {
  values.emplace_back("more");
}
void change(std::vector<std::pair<std::string, std::string>>& values) {
  values.emplace_back("more", "1");
}
void change(std::vector<PlannedOption>& values) {
  values.push_back({"more", std::nullopt});
}
void change(ModuleSteps& steps) {
  steps.modules.emplace_back("more");
}
template <class Value>
void change(std::optional<Value>& value) {
  value = std::nullopt;
}
void change(std::optional<ArrayTask>& task) {
  task = ArrayTask{"01J0000000000000000000000A", 3};
}
void change(PayloadPlan& payload) {
  payload = ScriptPlan{{.name = "train.sh", .arguments = {"a b"}}, "", "/tmp/%j"};
}

/// Changes the n-th member that a visitor sees, and counts them.
struct ChangeNth {
  int wanted;
  int& seen;
  std::string& key;

  template <class Member>
  void operator()(const char* name, Member& member) const {
    if (seen++ != wanted) return;
    key = name;
    change(member);
  }
  template <class Member>
  void later(const char* name, Member& member) const {
    (*this)(name, member);
  }
};

/// Every plan that differs from the full one in one member, with the member's name.
template <class Visit>
void for_each_change(Visit visit,
                     const std::function<void(const JobPlan&, const std::string&)>& f) {
  for (int n = 0;; ++n) {
    JobPlan plan = full_plan();
    int seen = 0;
    std::string key;
    visit(plan, ChangeNth{n, seen, key});
    if (n >= seen) return;
    f(plan, key);
  }
}

void expect_noticed(const JobPlan& changed, const std::string& key) {
  EXPECT_NE(changed, full_plan()) << key;
  EXPECT_NE(to_json(changed), to_json(full_plan())) << key;
  EXPECT_EQ(round_trip(changed), changed) << key;
}

TEST(JobPlanJson, GoesRoundWithEveryMember) {
  EXPECT_EQ(round_trip(full_plan()), full_plan());
  EXPECT_EQ(round_trip(JobPlan{}), JobPlan{});
  JobPlan command;
  command.payload = CommandPlan{{.name = "python", .environment = NamedValues{{"A", "1"}}}};
  EXPECT_EQ(round_trip(command), command);
}

TEST(JobPlanJson, NoticesAChangeOfAnyMember) {
  for_each_change([](JobPlan& p, const ChangeNth& c) { visit_members(p, c); }, expect_noticed);
  for_each_change([](JobPlan& p, const ChangeNth& c) { visit_members(*p.gpu, c); }, expect_noticed);
  for_each_change([](JobPlan& p, const ChangeNth& c) { visit_members(*workload_of(p)->split, c); },
                  expect_noticed);
  for_each_change([](JobPlan& p, const ChangeNth& c) { visit_members(*workload_of(p)->build, c); },
                  expect_noticed);
  for_each_change([](JobPlan& p, const ChangeNth& c) { visit_members(p.modules, c); },
                  expect_noticed);
  for_each_change([](JobPlan& p, const ChangeNth& c) { visit_members(p.options.front(), c); },
                  expect_noticed);
}

TEST(JobPlanJson, LeavesOutASplitThatIsNot) {
  JobPlan plan = full_plan();
  workload_of(plan)->split.reset();
  EXPECT_FALSE(to_json(plan).contains("split")) << "as plans were before launches were split";
  EXPECT_EQ(round_trip(plan), plan);
}

/// Stands for a value of any type when asking how many values a struct takes.
struct Anything {
  template <class Type>
  operator Type() const {  // NOLINT(google-explicit-constructor)
    return Type{};
  }
};

/// How many members an aggregate has.
template <class Struct, class... Values>
constexpr int members() {
  if constexpr (requires { Struct{Values{}..., Anything{}}; }) {
    return members<Struct, Values..., Anything>();
  } else {
    return static_cast<int>(sizeof...(Values));
  }
}

struct Count {
  int& seen;
  template <class Member>
  void operator()(const char*, const Member&) const {
    ++seen;
  }
  template <class Member>
  void later(const char* key, const Member& member) const {
    (*this)(key, member);
  }
};

template <class Visit>
int visited(Visit visit) {
  int seen = 0;
  visit(Count{seen});
  return seen;
}

TEST(JobPlanJson, KnowsEveryMemberOfTheStructs) {
  const JobPlan plan = full_plan();
  const ScriptPlan script;
  EXPECT_EQ(visited([&](Count c) { visit_members(plan, c); }),
            members<JobPlan>() + members<WorkloadPlan>());
  EXPECT_EQ(visited([&](Count c) { visit_members(script, c); }),
            members<OwnJobPlan>() + members<ScriptPlan>() - 1);
  EXPECT_EQ(visited([&](Count c) { visit_members(*workload_of(plan)->build, c); }),
            members<BuildPlan>());
  EXPECT_EQ(visited([&](Count c) { visit_members(*plan.gpu, c); }), members<PlannedGpu>());
  EXPECT_EQ(visited([&](Count c) { visit_members(*workload_of(plan)->split, c); }),
            members<LaunchSplit>());
  EXPECT_EQ(visited([&](Count c) { visit_members(plan.modules, c); }), members<ModuleSteps>());
  EXPECT_EQ(visited([&](Count c) { visit_members(plan.options[0], c); }), members<PlannedOption>());
  EXPECT_GT(members<JobPlan>(), 20);
}

Json document() {
  return to_json(full_plan());
}

Result<JobPlan> read(const Json& json) {
  return plan_from_json(json, "plan.json");
}

std::vector<std::string> refusal(const std::string& problem) {
  return {"plan.json: " + problem +
          " (a plan of this version has exactly the known keys); make the plan again with this "
          "version of gpujob"};
}

TEST(JobPlanJson, RefusesOtherDocuments) {
  for (const Json& json : {Json(nullptr), Json::object(), Json{{"schema", "gpujob/plan/v2"}}}) {
    EXPECT_TRUE(fails_with(read(json), ExitCode::Invalid,
                           {"plan.json: is not a plan ('schema' is not 'gpujob/plan/v1'); make the "
                            "plan again with this version of gpujob"}));
  }
}

TEST(JobPlanJson, NamesTheFirstWrongMember) {
  Json json = document();
  json.erase("shell");
  EXPECT_TRUE(fails_with(read(json), ExitCode::Invalid, refusal("'shell' is missing")));
  json = document();
  json["build"]["modules"]["vnv"] = "";
  EXPECT_TRUE(
      fails_with(read(json), ExitCode::Invalid, refusal("'build.modules.vnv' is an unknown key")));
  json = document();
  json["options"][1]["option"] = 7;
  EXPECT_TRUE(
      fails_with(read(json), ExitCode::Invalid, refusal("'options[1].option' is not text")));
  json = document();
  json["executor"] = "pbs";
  EXPECT_TRUE(
      fails_with(read(json), ExitCode::Invalid, refusal("'executor' has the unknown value 'pbs'")));
}

TEST(JobPlanJson, RefusesWrongTypes) {
  const std::vector<std::pair<std::string, std::pair<Json, std::string>>> wrong{
      {"nodes", {"1", "is not a whole number"}},
      {"nodes", {1.5, "is not a whole number"}},
      {"nodes", {1LL << 40, "is too large"}},
      {"time", {18446744073709551615ULL, "is not a whole number"}},
      {"max_seconds", {"60", "is not a number"}},
      {"class", {"PR", "is not a single letter"}},
      {"launcher", {"srun", "is not a list"}},
      {"environment", {Json::array(), "is not an object"}},
      {"gpu", {3, "is not an object"}},
  };
  for (const auto& [key, bad] : wrong) {
    Json json = document();
    json[key] = bad.first;
    EXPECT_TRUE(fails_with(read(json), ExitCode::Invalid, refusal("'" + key + "' " + bad.second)));
  }
}

}  // namespace
}  // namespace gpujob
