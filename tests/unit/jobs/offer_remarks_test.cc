// SPDX-License-Identifier: MIT
#include "jobs/site/offer_remarks.h"

#include <gmock/gmock.h>

#include "base/format.h"
#include "slurm/associations.h"

namespace gpujob {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

Inventory pond() {
  Inventory inventory;
  inventory.cluster_name = "pond";
  for (const char* name : {"gpu", "cpu"}) {
    inventory.partitions.emplace_back().name = name;
    inventory.nodes.emplace_back().partitions = {name};
  }
  inventory.partitions.front().is_exclusive = false;
  inventory.nodes.front().gpus = {{"a100", 4}};
  return inventory;
}

TEST(OfferRemarks, AccountsOfOneFormGiveAPattern) {
  EXPECT_EQ(account_form({"naiss2025-22-934", "naiss2026-1-7"}), "naiss[0-9]+-[0-9]+-[0-9]+");
  EXPECT_EQ(account_form({"pdc.staff"}), "pdc\\.staff");
  EXPECT_EQ(account_form({"naiss2025-22-934", "uppmax2025-2-1"}), "");
  EXPECT_EQ(account_form({}), "");
}

TEST(OfferRemarks, SayWhatThereIs) {
  ClusterOffers offers;
  offers.associations =
      *read_associations("pond|p1|gres/gpu=2|gres/gpu=8\npond|p2||\nlake|p3|gres/gpu=1|\n");
  offers.licenses = {{"fluent", 30}};
  offers.reservations = {{"maint", {}, {}, 4, true, "", {}, {}}};
  offers.modules = {"GCC/12.3.0", "CUDA/12.9.1", "numba-cuda/0.20.0"};
  offers.counted_gpus = {"a100", "h100", "A100"};
  EXPECT_THAT(offer_remarks(offers, pond()),
              ElementsAre("your accounts here: p1, p2",
                          "your limits in account 'p1': 2 GPUs in a job, 8 GPUs at once",
                          "licenses, asked for with --licenses: 30 fluent",
                          "GPU types that the accounting counts and no node here has: h100, A100",
                          "reservations: maint (4 nodes, maintenance)",
                          "modules that are named after GPU software: CUDA/12.9.1, "
                          "numba-cuda/0.20.0"));
  EXPECT_THAT(offer_remarks({}, pond()), IsEmpty());
}

TEST(OfferRemarks, TellHowJobsAskInEachPartitionWithGpus) {
  ClusterOffers offers;
  EXPECT_THAT(request_remarks(offers, pond()), IsEmpty());
  offers.requests = SlurmRequests{{{"cpu", "", "", false, 40},
                                   {"gpu", "", "", false, 1},
                                   {"gpu", "", "zen4", true, 1},
                                   {"gpu", "--gres=gpu:a100:N", "ib", true, 3},
                                   {"old", "--gpus=N", "", false, 1}},
                                  2};
  EXPECT_THAT(request_remarks(offers, pond()),
              ElementsAre("jobs in partition 'gpu' ask by: --gres=gpu:a100:N --constraint=ib on "
                          "whole nodes (3 jobs), nothing (1 job), --constraint=zen4 on whole nodes "
                          "(1 job)",
                          "jobs in partition 'old' ask by: --gpus=N (1 job)",
                          "(Slurm shows --gpus-per-node as --gres)",
                          "left out, since their texts look like Slurm's own: 2 jobs"));
  offers.requests = SlurmRequests{{{"cpu", "", "", false, 40}}, 0};
  EXPECT_THAT(request_remarks(offers, pond()), IsEmpty());
}

TEST(OfferRemarks, NameOfAllFormsTheMostUsed) {
  ClusterOffers offers;
  offers.requests.emplace();
  for (int i = 1; i <= 10; ++i)
    offers.requests->forms.push_back({"gpu", "--gpus=N", format("f{}", i), false, i});
  const auto remarks = request_remarks(offers, pond());
  ASSERT_EQ(remarks.size(), 2U);
  EXPECT_TRUE(remarks.front().starts_with(
      "jobs in partition 'gpu' ask by: --gpus=N --constraint=f10 (10 jobs), "));
  EXPECT_TRUE(remarks.front().ends_with("=f3 (3 jobs), 3 jobs in other forms")) << remarks.front();
}

TEST(OfferRemarks, SayWhereEveryJobDoesOtherwiseThanTheDraft) {
  ClusterOffers offers;
  offers.requests = SlurmRequests{{{"gpu", "--gpus=N", "", true, 3}, {"gpu", "", "", true, 1}}, 0};
  const std::string other = "all of them have whole nodes, though 'exclusive' of 'gpu' says never";
  Inventory inventory = pond();
  EXPECT_THAT(request_remarks(offers, inventory), testing::Contains(other));
  inventory.partitions.front().is_exclusive = true;
  EXPECT_THAT(request_remarks(offers, inventory), testing::Not(testing::Contains(other)));
  inventory.partitions.front().is_exclusive = std::nullopt;  // not told
  EXPECT_THAT(request_remarks(offers, inventory), testing::Not(testing::Contains(other)));
  inventory.partitions.front().is_exclusive = false;
  offers.requests->forms.back().has_whole_nodes = false;
  EXPECT_THAT(request_remarks(offers, inventory), testing::Not(testing::Contains(other)));
}

TEST(OfferRemarks, StayOneLine) {
  ClusterOffers offers;
  offers.licenses = {{"a\nclusters: {}", 1}};
  EXPECT_THAT(offer_remarks(offers, pond()),
              ElementsAre("licenses, asked for with --licenses: 1 a\\nclusters: {}"));
}

}  // namespace
}  // namespace gpujob
