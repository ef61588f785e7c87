// SPDX-License-Identifier: MIT
#include "slurm/endpoint.h"

#include <gtest/gtest.h>

namespace gpujob {
namespace {

TEST(SessionEnvironment, IsOursButForWhereItIsAndWhatIsAskedFor) {
  Endpoint endpoint;
  endpoint.kind = EndpointKind::Sandbox;
  endpoint.slurm_conf = "/home/ada/sandbox/slurm.conf";
  endpoint.added = {{"GPUJOB_SANDBOX", "x"}};
  const Environment ours = {{"LC_ALL", "sv_SE.UTF-8"},     {"TZ", "Europe/Stockholm"},
                            {"SQUEUE_FORMAT", "%i"},       {"SALLOC_PARTITION", "other"},
                            {"SLURM_CLUSTERS", "another"}, {"SLURM_CONF", "/etc/slurm.conf"}};
  const Environment expected = {{"LC_ALL", "sv_SE.UTF-8"},
                                {"TZ", "Europe/Stockholm"},
                                {"SQUEUE_FORMAT", "%i"},
                                {"GPUJOB_SANDBOX", "x"},
                                {"SLURM_CONF", "/home/ada/sandbox/slurm.conf"}};
  EXPECT_EQ(session_environment(ours, endpoint), expected);
}

TEST(SessionEnvironment, WithoutAConfigurationOfTheEndpointNamesNone) {
  EXPECT_EQ(session_environment({{"PATH", "/bin"}}, Endpoint{}), (Environment{{"PATH", "/bin"}}));
}

}  // namespace
}  // namespace gpujob
