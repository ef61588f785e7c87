// SPDX-License-Identifier: MIT
// plan.json is read by later versions of gpujob and by other programs: its keys are a promise.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/json_value.h"
#include "run/run_document.h"
#include "support/messages.h"
#include "unit/run/sample_run.h"

namespace gpujob {
namespace {

using testing::ElementsAre;

const std::string kId = "01JD7M3ZK8Q4V5W6X7Y8Z9ABCD";

std::vector<std::string> keys_of(const Json& object) {
  std::vector<std::string> keys;
  for (const auto& [key, value] : object.items()) keys.push_back(key);
  return keys;
}

Json document(const Endpoint& endpoint = slurm_endpoint()) {
  return value_or_fail(parse_json(run_document(sample_resolution(kId), endpoint), "plan.json"));
}

TEST(PlanContract, HoldsPlanExplanationDiagnosticsAndEndpoint) {
  const Json plan = document();
  EXPECT_EQ(plan["schema"], "gpujob/run/v1");
  EXPECT_THAT(keys_of(plan),
              ElementsAre("schema", "plan", "explanation", "diagnostics", "profile", "endpoint"));
  EXPECT_EQ(plan["plan"]["schema"], "gpujob/plan/v1");
  EXPECT_THAT(keys_of(plan["explanation"][0]), ElementsAre("subject", "value", "from", "origin"));
  EXPECT_THAT(keys_of(plan["diagnostics"][0]),
              ElementsAre("code", "severity", "where", "problem", "why", "fix"));
  EXPECT_THAT(keys_of(plan["endpoint"]),
              ElementsAre("kind", "sbatch", "slurm_conf", "clusters_option", "sandbox", "host",
                          "polling_floor_seconds", "added"));
}

TEST(PlanContract, EveryKindOfEndpointComesBack) {
  for (const EndpointKind kind :
       {EndpointKind::Slurm, EndpointKind::Sandbox, EndpointKind::Local}) {
    const Endpoint endpoint{kind,
                            "/opt/slurm/bin/sbatch",
                            "/etc/slurm.conf",
                            {{"A", "b c"}},
                            "snowy",
                            "hpc2n-1",
                            "login1",
                            kind == EndpointKind::Slurm,
                            Seconds(7),
                            "kebnekaise"};
    const Result<RunFacts> facts =
        read_run_document("plan.json", run_document(sample_resolution(kId), endpoint));
    ASSERT_TRUE(is_ok(facts));
    EXPECT_EQ(facts->endpoint, endpoint);
    EXPECT_EQ(facts->plan, sample_resolution(kId).plan);
  }
}

TEST(PlanContract, ADocumentWithoutOneOfItsPartsIsInvalid) {
  for (const char* key : {"schema", "plan", "endpoint"}) {
    Json damaged = document();
    damaged.erase(key);
    const Result<RunFacts> facts = read_run_document("plan.json", dump_json(damaged));
    ASSERT_FALSE(facts) << key;
    EXPECT_EQ(facts.failure().exit, ExitCode::Invalid);
  }
  for (const char* key : {"kind", "polling_floor_seconds", "added"}) {
    Json damaged = document();
    damaged["endpoint"].erase(key);
    EXPECT_TRUE(fails_with(read_run_document("plan.json", dump_json(damaged)), ExitCode::Invalid,
                           {"plan.json: 'endpoint' is damaged"}));
  }
  // What only people read may be missing.
  Json bare = document();
  bare.erase("explanation");
  bare.erase("diagnostics");
  EXPECT_TRUE(is_ok(read_run_document("plan.json", dump_json(bare))));
}

}  // namespace
}  // namespace gpujob
