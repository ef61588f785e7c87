// SPDX-License-Identifier: MIT
#include "profile/reader.h"

#include <gtest/gtest.h>

#include "support/messages.h"
#include "support/read_source.h"
#include "unit/profile/sample.h"

// The reader against the good file that has every field; faults are the corpus's business.

namespace gpujob {
namespace {

using Words = std::vector<std::string>;

class ProfileReader : public testing::Test {
 protected:
  ProfileReader()
      : profile_(
            *read_profile("dir/north.yaml", read_source("tests/profiles/good/all-fields.yaml"))),
        cluster_(profile_.clusters.front()) {}

  SiteProfile profile_;
  const Cluster& cluster_;
};

TEST_F(ProfileReader, reads_the_center) {
  EXPECT_EQ(profile_.center, "north");
  EXPECT_EQ(profile_.title, "North University");
  EXPECT_EQ(profile_.default_cluster, "fir");
  EXPECT_EQ(profile_.file, "dir/north.yaml");
  EXPECT_EQ(profile_.clusters.size(), 1u);
}

TEST_F(ProfileReader, reads_the_cluster) {
  EXPECT_EQ(cluster_.name, "fir");
  EXPECT_EQ(cluster_.title, "Fir");
  EXPECT_EQ(cluster_.scheduler, Scheduler::Slurm);
  EXPECT_EQ(cluster_.status.state, ClusterStatus::State::Active);
  EXPECT_EQ(cluster_.match.cluster_name, "fir");
  EXPECT_EQ(cluster_.match.hosts, (Words{"fir*", "f-[0-9]?.north.example"}));
  EXPECT_EQ(cluster_.shell, "#!/bin/bash -l");
  EXPECT_EQ(cluster_.polling_floor, Seconds(30));
  EXPECT_FALSE(cluster_.needs_clusters_option);
  EXPECT_EQ(cluster_.mark, Mark::D3);
  EXPECT_EQ(cluster_.unplaced_features, (Words{"GROUP_A", "GROUP_B"}));
  EXPECT_EQ(cluster_.shells, (Words{"bash", "zsh"}));
  EXPECT_EQ(cluster_.interactive->command, Words{"salloc"});
  EXPECT_EQ(cluster_.origin.text(), "dir/north.yaml:6");
}

TEST_F(ProfileReader, reads_directives) {
  const DirectiveRule* account = cluster_.find_rule("account");
  ASSERT_NE(account, nullptr);
  EXPECT_EQ(account->use, Use::Required);
  EXPECT_EQ(account->pattern, "north20[0-9]{2}-[0-9]+");
  EXPECT_EQ(account->excludes, Words{"wckey"});
  EXPECT_EQ(account->default_value, std::nullopt);
  EXPECT_EQ(account->origin.line, 15);
  const DirectiveRule* time = cluster_.find_rule("time");
  ASSERT_NE(time, nullptr);
  EXPECT_EQ(time->use, Use::Optional);
  EXPECT_EQ(time->default_value, "00:10:00");
  EXPECT_EQ(time->max, "7-00:00:00");
  EXPECT_EQ(cluster_.find_rule("nodelist")->use, Use::Forbidden);
  EXPECT_EQ(cluster_.find_rule("nodelist")->note, "nodes are chosen by features");
  EXPECT_EQ(cluster_.find_rule("qos"), nullptr);
}

TEST_F(ProfileReader, reads_partitions) {
  const Partition* batch = cluster_.find_partition("batch");
  ASSERT_NE(batch, nullptr);
  EXPECT_EQ(cluster_.default_partition(), batch);
  EXPECT_EQ(batch->max_time, Seconds(7 * 24 * 3600));
  EXPECT_EQ(batch->default_time, Seconds(600));
  EXPECT_EQ(batch->max_nodes, 8);
  EXPECT_EQ(batch->exclusive, Exclusive::SeveralNodes);
  EXPECT_EQ(batch->gpu, Use::Optional);
  EXPECT_EQ(batch->max_nodes_per_minute, 0.5);
  EXPECT_EQ(batch->default_memory_per_cpu_mib, 3000);
  EXPECT_EQ(batch->account_pattern, "");
  const Partition* big = cluster_.find_partition("big");
  ASSERT_NE(big, nullptr);
  EXPECT_EQ(big->exclusive, Exclusive::Always);
  EXPECT_TRUE(big->charges_whole_node);
  EXPECT_EQ(big->gpu, Use::Required);
  EXPECT_EQ(big->max_time, std::nullopt);
  EXPECT_EQ(big->max_nodes_per_minute, std::nullopt);
  EXPECT_EQ(big->default_memory_per_cpu_mib, std::nullopt);
  EXPECT_EQ(big->account_pattern, "north20[0-9]{2}-[0-9]+-big");
  EXPECT_EQ(big->avoided_shells, (Words{"sh", "dash"}));
  const Partition* desk = cluster_.find_partition("desk");
  ASSERT_NE(desk, nullptr);
  EXPECT_FALSE(desk->batch_jobs);
  EXPECT_EQ(desk->note, "reserved for the desktop");
  EXPECT_EQ(desk->origin.line, 22);
}

TEST_F(ProfileReader, reads_qualities_of_service) {
  const Qos* test = cluster_.find_qos("test");
  ASSERT_NE(test, nullptr);
  EXPECT_EQ(test->max_time, Seconds(3600));
  EXPECT_EQ(test->max_nodes, 2);
  EXPECT_EQ(test->note, "two jobs a user");
  EXPECT_EQ(cluster_.find_qos("normal"), nullptr);
}

TEST_F(ProfileReader, reads_node_shapes) {
  ASSERT_EQ(cluster_.nodes.size(), 2u);
  const NodeShape& thin = cluster_.nodes[0];
  EXPECT_EQ(thin.count, 10);
  EXPECT_EQ(thin.memory_mib, 190000);
  EXPECT_EQ(thin.gpu, "");
  EXPECT_EQ(thin.gpus, 0);
  EXPECT_EQ(thin.usable_cpus, std::nullopt);
  const NodeShape& gpu2 = cluster_.nodes[1];
  EXPECT_EQ(gpu2.partitions, (Words{"batch", "big"}));
  EXPECT_EQ(gpu2.cpus, 48);
  EXPECT_EQ(gpu2.usable_cpus, 44);
  EXPECT_EQ(gpu2.threads_per_core, 2);
  EXPECT_EQ(gpu2.max_cpus_per_gpu, 22);
  EXPECT_EQ(gpu2.memory_per_cpu_mib, 4000);
  EXPECT_EQ(gpu2.gpus, 2);
  EXPECT_EQ(gpu2.features, (Words{"a1", "nvlink"}));
  EXPECT_EQ(gpu2.arch, "x86_64");
  EXPECT_EQ(gpu2.origin.line, 25);
  EXPECT_EQ(cluster_.shapes_with("a1"), std::vector<const NodeShape*>{&gpu2});
}

TEST_F(ProfileReader, reads_gpu_types) {
  const GpuType* type = cluster_.find_gpu("a1");
  ASSERT_NE(type, nullptr);
  EXPECT_EQ(type->model, "nvidia-a100");
  EXPECT_EQ(type->gres, "A1");
  EXPECT_EQ(type->feature, "a1");
  EXPECT_TRUE(type->request_documented);
  ASSERT_EQ(type->request.size(), 2u);
  EXPECT_EQ(type->request[0], (PlacedText{"--gpus={{gpus}}", {"dir/north.yaml", 27}}));
}

TEST_F(ProfileReader, reads_stacks) {
  ASSERT_EQ(cluster_.stacks.size(), 3u);
  const Stack* cuda = cluster_.find_stack("cuda", "a1");
  ASSERT_NE(cuda, nullptr);
  EXPECT_EQ(cuda->purge, Purge::Force);
  ASSERT_EQ(cuda->modules.size(), 2u);
  EXPECT_EQ(cuda->modules[1].value, "CUDA/12.9.1");
  EXPECT_EQ(cuda->modules[1].origin.line, 29);
  EXPECT_EQ(cuda->venv->value, "/sw/venvs/numba");
  EXPECT_EQ(cuda->launcher->value, "srun");
  EXPECT_EQ(cuda->toolkit, "12.9.1");
  EXPECT_EQ(cuda->build, std::nullopt);
  const Stack* build = cluster_.find_stack("cuda_build", "a1");
  ASSERT_NE(build, nullptr);
  EXPECT_EQ(build->purge, Purge::Plain);
  EXPECT_EQ(build->compiler, "nvcc");
  EXPECT_EQ(build->build, BuildPlace::Job);
  const Stack* numba = cluster_.find_stack("numba", "a1");
  ASSERT_NE(numba, nullptr);
  EXPECT_EQ(numba->purge, Purge::None);
  EXPECT_EQ(numba->launcher, std::nullopt);
}

TEST(ProfileReaderDefaults, reads_where_a_session_lands_and_how_an_environment_is_made) {
  const Result<SiteProfile> profile = read_profile(
      "x.yaml",
      small_profile("north", "fir",
                    "    interactive: {command: [srun], lands_on: node, then: [--pty, bash]}\n"
                    "    stacks: {one: {recipe: {packages: ['numba-cuda[cu13]', numpy==2.1],\n"
                    "                            upgrade: [pip], system_packages: yes}}}\n"));
  ASSERT_TRUE(is_ok(profile));
  const Cluster& cluster = profile->clusters.front();
  EXPECT_EQ(cluster.interactive->lands_on, LandsOn::Node);
  EXPECT_EQ(cluster.interactive->then, (Words{"--pty", "bash"}));
  const Recipe& recipe = *cluster.stacks.front().recipe;
  EXPECT_EQ(recipe.packages, (Words{"numba-cuda[cu13]", "numpy==2.1"}));
  EXPECT_EQ(recipe.upgrade, Words{"pip"});
  EXPECT_TRUE(recipe.system_packages);
}

TEST_F(ProfileReader, gathers_sources_once_each) {
  ASSERT_EQ(cluster_.sources.size(), 1u);
  EXPECT_EQ(cluster_.sources[0].pages, Words{"https://north.example/guide"});
  EXPECT_EQ(cluster_.sources[0].checked, "2026-11-21");
}

TEST(ProfileReaderDefaults, an_absent_request_is_undocumented_and_an_empty_one_is_none) {
  const std::string gpus =
      "    gpus: {a: {model: m}, b: {model: m, request: []}}\n"
      "    nodes: [{id: x, gpu: a, gpus: 1}, {id: y, gpu: b, gpus: 1}]\n";
  const Result<SiteProfile> profile = read_profile("x.yaml", small_profile("north", "fir", gpus));
  ASSERT_TRUE(is_ok(profile));
  const Cluster& cluster = profile->clusters.front();
  EXPECT_FALSE(cluster.find_gpu("a")->request_documented);
  EXPECT_TRUE(cluster.find_gpu("b")->request_documented);
  EXPECT_TRUE(cluster.find_gpu("b")->request.empty());
}

TEST(ProfileReaderDefaults, what_is_absent_stays_unknown) {
  const Result<SiteProfile> profile = read_profile("x.yaml", small_profile("north", "fir"));
  ASSERT_TRUE(is_ok(profile));
  const Cluster& cluster = profile->clusters.front();
  EXPECT_EQ(cluster.shell, "#!/bin/bash");
  EXPECT_EQ(cluster.polling_floor, std::nullopt);
  EXPECT_FALSE(cluster.interactive.has_value());
  EXPECT_EQ(cluster.default_partition(), nullptr);
  EXPECT_TRUE(cluster.shapes_with("").empty());
}

TEST(ProfileReaderDefaults, retired_clusters_keep_day_mark_and_successor) {
  std::string text = small_profile("north", "fir");
  const std::string active = "{state: active}";
  text.replace(text.find(active), active.size(),
               "{state: retired, date: 2026-01-30, mark: D3, successor: south/oak}");
  const Result<SiteProfile> profile = read_profile("x.yaml", text);
  ASSERT_TRUE(is_ok(profile));
  const ClusterStatus& status = profile->clusters.front().status;
  EXPECT_EQ(status.state, ClusterStatus::State::Retired);
  EXPECT_EQ(status.date, "2026-01-30");
  EXPECT_EQ(status.mark, Mark::D3);
  EXPECT_EQ(status.successor, "south/oak");
  EXPECT_EQ(status.origin.text(), "x.yaml:8");
}

TEST(ProfileReaderErrors, all_of_a_kind_are_told_at_once) {
  const std::string more =
      "    partitions: {a: {default: true}, b: {default: true}}\n"
      "    nodes: [{id: x, gpus: 1}]\n";
  EXPECT_TRUE(
      fails_with(read_profile("x.yaml", small_profile("north", "fir", more)), ExitCode::Invalid,
                 {"x.yaml:9:51: partition 'b' is the default ('a' is already)",
                  "x.yaml:10:27: node shape 'x' has 'gpus' but no 'gpu' (the GPU type is unknown); "
                  "add 'gpu:'"}));
}

}  // namespace
}  // namespace gpujob
