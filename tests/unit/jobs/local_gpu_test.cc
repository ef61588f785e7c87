// SPDX-License-Identifier: MIT
#include "jobs/request/local_gpu.h"

#include <gtest/gtest.h>

#include "support/fake_world.h"
#include "support/messages.h"

namespace gpujob {
namespace {

constexpr const char* kSite = R"(schema: gpujob/site/v1
center: north
default_cluster: pine
clusters:
  pine:
    source: https://north.example/pine
    checked: 2026-11-21
    status: {state: active}
    nodes: [{id: big, gpu: big, gpus: 2}]
    gpus: {big: {model: nvidia-l40s, request: ['--gpus={{gpus}}']}}
)";

Status check(FakeWorld& world, const std::string& gpu, bool site_named) {
  world.put("/profiles/sites/north.yaml", kSite);
  world.put("/dev/null", "");
  const ProfileStore profiles(world, {"/profiles"});
  Request request;
  if (!gpu.empty()) request.gpu = SourcedValue{gpu, From::Flag, "--gpu"};
  return check_local_gpu(world, profiles, request, site_named);
}

TEST(LocalGpu, NamesTheSitesThatHaveIt) {
  FakeWorld world;
  EXPECT_TRUE(fails_with(check(world, "l40s:2", false), ExitCode::Usage,
                         {"this machine has no GPU, and no --site was given; l40s is at north: "
                          "add --site north"}));
  EXPECT_TRUE(fails_with(check(world, "BIG", true), ExitCode::Usage,
                         {"this machine has no GPU; BIG is at north: use --site north"}));
  EXPECT_TRUE(fails_with(check(world, "h100", false), ExitCode::Usage,
                         {"this machine has no GPU, and no --site was given; no site has 'h100'; "
                          "'gpujob site list' shows all"}));
}

TEST(LocalGpu, IsNotNeededOnCpusAndFoundByItsDriver) {
  FakeWorld world;
  EXPECT_TRUE(is_ok(check(world, "", false)));
  world.put("/dev/nvidiactl", "");
  EXPECT_TRUE(is_ok(check(world, "l40s", false)));
}

TEST(LocalGpu, IsNeededByACompiledBackend) {
  FakeWorld world;
  world.put("/dev/null", "");
  const ProfileStore profiles(world, {"/profiles"});
  Request request;
  request.backend = SourcedValue{"hip", From::Flag, "--backend"};
  EXPECT_TRUE(fails_with(check_local_gpu(world, profiles, request, true), ExitCode::Usage,
                         {"this machine has no GPU (backend 'hip' needs one); add --site; 'gpujob "
                          "site list' shows all"}));
  request.backend->value = "cpu";
  EXPECT_TRUE(is_ok(check_local_gpu(world, profiles, request, true)));
}

}  // namespace
}  // namespace gpujob
