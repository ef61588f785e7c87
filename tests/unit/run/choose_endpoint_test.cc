// SPDX-License-Identifier: MIT
#include "run/choose_endpoint.h"

#include <gtest/gtest.h>

#include "support/messages.h"

namespace gpujob {
namespace {

EndpointQuestion question(SlurmPresence presence, const std::string& site,
                          const std::string& detected = "") {
  EndpointQuestion question;
  question.site = site;
  question.detected = detected;
  question.slurm.presence = presence;
  question.slurm.why = "no sbatch on PATH";
  if (presence != SlurmPresence::Absent) question.slurm.endpoint.sbatch = "/usr/bin/sbatch";
  return question;
}

TEST(ChooseEndpoint, TheLocalSiteNeedsNoScheduler) {
  for (const SlurmPresence presence :
       {SlurmPresence::Absent, SlurmPresence::Ready, SlurmPresence::Silent}) {
    EndpointQuestion local = question(presence, "local/local", "hpc2n/kebnekaise");
    local.site_is_local = true;
    const Result<Endpoint> endpoint = choose_endpoint(local);
    ASSERT_TRUE(is_ok(endpoint));
    EXPECT_EQ(endpoint->kind, EndpointKind::Local);
  }
}

TEST(ChooseEndpoint, SlurmHereTakesTheNamedOrTheDetectedSite) {
  for (const auto& [site, detected] : {std::pair{"hpc2n/kebnekaise", "hpc2n/kebnekaise"},
                                       {"", "hpc2n/kebnekaise"},
                                       {"uppmax/snowy", "uppmax/pelle"}}) {
    EndpointQuestion here = question(SlurmPresence::Ready, site, detected);
    here.takes_clusters_option = std::string_view(site) == "uppmax/snowy";
    const Result<Endpoint> endpoint = choose_endpoint(here);
    ASSERT_TRUE(is_ok(endpoint));
    EXPECT_EQ(endpoint->kind, EndpointKind::Slurm);
    EXPECT_EQ(endpoint->sbatch, "/usr/bin/sbatch");
  }
}

// A profile that knows its ClusterName is used with that Slurm only, whatever the host is called.
TEST(ChooseEndpoint, AnotherClusterNameIsRefused) {
  EndpointQuestion named = question(SlurmPresence::Ready, "naiss/arrhenius");
  named.cluster_names = {"arrhenius"};
  named.slurm.cluster_name = "foo";
  for (const bool here : {false, true}) {
    named.here = here;
    EXPECT_TRUE(fails_with(
        choose_endpoint(named), ExitCode::Usage,
        {"site 'naiss/arrhenius': this Slurm is cluster 'foo', not 'arrhenius' (the site's profile "
         "knows its ClusterName); go to a login node of naiss, or add --dry-run"}));
  }
  named.slurm.cluster_name = "arrhenius";
  EXPECT_TRUE(is_ok(choose_endpoint(named)));
}

TEST(ChooseEndpoint, AClusterNameThatIsNotToldIsUnknown) {
  EndpointQuestion named = question(SlurmPresence::Ready, "naiss/arrhenius", "naiss/arrhenius");
  named.cluster_names = {"arrhenius"};
  EXPECT_TRUE(fails_with(choose_endpoint(named), ExitCode::Unknown,
                         {"site 'naiss/arrhenius': this Slurm does not tell its ClusterName (the "
                          "site's is 'arrhenius'); try again in a minute, or add --dry-run"}));
}

TEST(ChooseEndpoint, AProfileWithoutClusterNameNeedsItsHostOrHere) {
  EndpointQuestion named = question(SlurmPresence::Ready, "hpc2n/kebnekaise");
  named.slurm.cluster_name = "foo";
  EXPECT_TRUE(fails_with(
      choose_endpoint(named), ExitCode::Usage,
      {"site 'hpc2n/kebnekaise': this machine is not recognised as the site's (the host name does "
       "not match its profile; the cluster is 'foo'); add --here if jobs for hpc2n/kebnekaise are "
       "sent from this machine, or add --dry-run"}));
  named.here = true;
  const Result<Endpoint> by_word = choose_endpoint(named);
  ASSERT_TRUE(is_ok(by_word));
  EXPECT_TRUE(by_word->named_here);
  named.detected = "hpc2n/kebnekaise";
  const Result<Endpoint> by_host = choose_endpoint(named);
  ASSERT_TRUE(is_ok(by_host));
  EXPECT_FALSE(by_host->named_here);
}

TEST(ChooseEndpoint, TheSitesSandboxStandsInWhereNoSlurmIs) {
  EndpointQuestion rehearsal = question(SlurmPresence::Absent, "pdc/dardel");
  rehearsal.sandbox = Endpoint{};
  rehearsal.sandbox->kind = EndpointKind::Sandbox;
  rehearsal.sandbox->sandbox = "home";
  const Result<Endpoint> endpoint = choose_endpoint(rehearsal);
  ASSERT_TRUE(is_ok(endpoint));
  EXPECT_EQ(endpoint->sandbox, "home");
  // A Slurm that is here, even a silent one, is never passed over without a word.
  rehearsal.slurm.presence = SlurmPresence::Silent;
  EXPECT_FALSE(choose_endpoint(rehearsal));
  rehearsal.slurm.presence = SlurmPresence::Ready;
  rehearsal.here = true;
  EXPECT_EQ(choose_endpoint(rehearsal)->kind, EndpointKind::Slurm);
}

// A login node of one center may be the seat from which another is reached.
TEST(ChooseEndpoint, AConnectionLeadsFromAnotherClustersSlurm) {
  EndpointQuestion named = question(SlurmPresence::Ready, "pdc/dardel", "hpc2n/kebnekaise");
  named.ssh_host = "dardel";
  EXPECT_TRUE(fails_with(choose_endpoint(named), ExitCode::Scheduler,
                         {"site 'pdc/dardel': this machine's Slurm is not the site's, and no "
                          "connection is open (ssh to 'dardel'); run 'gpujob connect pdc/dardel', "
                          "or add --dry-run"}));
  named.connected.emplace();
  named.connected->kind = EndpointKind::Ssh;
  EXPECT_EQ(choose_endpoint(named)->kind, EndpointKind::Ssh);
  // The site's own Slurm needs no connection, and a silent one is not passed over.
  named.detected = "pdc/dardel";
  EXPECT_EQ(choose_endpoint(named)->kind, EndpointKind::Slurm);
  named.slurm.presence = SlurmPresence::Silent;
  EXPECT_EQ(choose_endpoint(named).failure().exit, ExitCode::Unknown);
}

TEST(ChooseEndpoint, AnotherCentersMachineIsRefused) {
  EXPECT_TRUE(fails_with(
      choose_endpoint(question(SlurmPresence::Ready, "pdc/dardel", "hpc2n/kebnekaise")),
      ExitCode::Usage,
      {"site 'pdc/dardel': jobs for it cannot be sent from here (this machine belongs to "
       "hpc2n/kebnekaise); go to a login node of pdc, or add --dry-run"}));
}

// Each cluster of a center has a Slurm of its own, unless the profile says that --clusters leads
// there.
TEST(ChooseEndpoint, AnotherClusterOfTheCenterIsRefused) {
  EndpointQuestion other = question(SlurmPresence::Ready, "cscs/clariden", "cscs/daint");
  for (const bool here : {false, true}) {
    other.here = here;
    EXPECT_TRUE(fails_with(choose_endpoint(other), ExitCode::Usage,
                           {"site 'cscs/clariden': jobs for it cannot be sent from here (this "
                            "machine belongs to cscs/daint); go to a login node of cscs, or add "
                            "--dry-run"}));
  }
}

TEST(ChooseEndpoint, SlurmWithoutAnyNameAsksForASite) {
  EndpointQuestion nameless = question(SlurmPresence::Ready, "");
  EXPECT_TRUE(fails_with(choose_endpoint(nameless), ExitCode::Usage,
                         {"gpujob: no site is named (Slurm is here, but no profile matches this "
                          "machine); add --site"}));
  nameless.slurm.cluster_name = "tiny";
  EXPECT_TRUE(fails_with(choose_endpoint(nameless), ExitCode::Usage,
                         {"gpujob: no site is named (Slurm is here, but no profile matches cluster "
                          "'tiny'); add --site"}));
}

TEST(ChooseEndpoint, CommandsThatCannotBeStartedAreUnknownNotAbsent) {
  EndpointQuestion broken = question(SlurmPresence::Broken, "pdc/dardel");
  broken.slurm.why = "'/usr/bin/scontrol': cannot start (permission denied)";
  broken.look = {"leave out --run", "the line"};
  EXPECT_TRUE(fails_with(
      choose_endpoint(broken), ExitCode::Unknown,
      {"site 'pdc/dardel': the Slurm installed here cannot be asked ('/usr/bin/scontrol': "
       "cannot start (permission denied)); tell its administrator, or leave out --run"}));
}

TEST(ChooseEndpoint, ASilentControllerIsUnknownNotAbsent) {
  EndpointQuestion silent = question(SlurmPresence::Silent, "hpc2n/kebnekaise");
  silent.slurm.why = "no answer within 5 s";
  EXPECT_TRUE(
      fails_with(choose_endpoint(silent), ExitCode::Unknown,
                 {"site 'hpc2n/kebnekaise': the Slurm controller does not answer (no answer "
                  "within 5 s); try again in a minute, or add --dry-run"}));
  silent.site = "";
  EXPECT_EQ(choose_endpoint(silent).failure().exit, ExitCode::Unknown);
}

TEST(ChooseEndpoint, NoSlurmForANamedSiteSaysTheWaysOn) {
  EXPECT_TRUE(fails_with(
      choose_endpoint(question(SlurmPresence::Absent, "hpc2n/kebnekaise")), ExitCode::Scheduler,
      {"site 'hpc2n/kebnekaise': no Slurm on this machine (no sbatch on PATH); add "
       "--dry-run to see the script, run 'gpujob sandbox up --site hpc2n/kebnekaise' to "
       "rehearse it, or go to a login node of hpc2n"}));
}

TEST(ChooseEndpoint, NothingNamedAndNoSlurmRunsHere) {
  const Result<Endpoint> endpoint = choose_endpoint(question(SlurmPresence::Absent, ""));
  ASSERT_TRUE(is_ok(endpoint));
  EXPECT_EQ(endpoint->kind, EndpointKind::Local);
}

}  // namespace
}  // namespace gpujob
