// SPDX-License-Identifier: MIT
#include "jobs/site/offer_remarks.h"

#include <gmock/gmock.h>

namespace gpujob {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

TEST(OfferRemarks, AccountsOfOneFormGiveAPattern) {
  EXPECT_EQ(account_form({"naiss2025-22-934", "naiss2026-1-7"}), "naiss[0-9]+-[0-9]+-[0-9]+");
  EXPECT_EQ(account_form({"pdc.staff"}), "pdc\\.staff");
  EXPECT_EQ(account_form({"naiss2025-22-934", "uppmax2025-2-1"}), "");
  EXPECT_EQ(account_form({}), "");
}

TEST(OfferRemarks, SayWhatThereIs) {
  ClusterOffers offers;
  offers.associations = {{"pond", "p1", 2, 8}, {"pond", "p2", {}, {}}, {"lake", "p3", 1, {}}};
  offers.licenses = {{"fluent", 30}};
  offers.reservations = {{"maint", {}, {}, 4, true}};
  offers.modules = {"GCC/12.3.0", "CUDA/12.9.1", "numba-cuda/0.20.0"};
  EXPECT_THAT(offer_remarks(offers, "pond"),
              ElementsAre("your accounts here: p1, p2",
                          "your limits in account 'p1': 2 GPUs in a job, 8 GPUs at once",
                          "licenses, asked for with --licenses: 30 fluent",
                          "reservations: maint (4 nodes, maintenance)",
                          "modules that are named after GPU software: CUDA/12.9.1, "
                          "numba-cuda/0.20.0"));
  EXPECT_THAT(offer_remarks({}, "pond"), IsEmpty());
}

}  // namespace
}  // namespace gpujob
