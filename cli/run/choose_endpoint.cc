// SPDX-License-Identifier: MIT
#include "run/choose_endpoint.h"

#include "base/format.h"
#include "base/text.h"

namespace gpujob {

namespace {

/// "center/cluster" to "center".
std::string center_of(const std::string& site) {
  return site.substr(0, site.find('/'));
}

Endpoint local_endpoint() {
  Endpoint endpoint;
  endpoint.kind = EndpointKind::Local;
  endpoint.polling_floor = Seconds(0);
  return endpoint;
}

Failure elsewhere(const EndpointQuestion& question) {
  return {ExitCode::Usage, format("site '{}'", question.site),
          "jobs for it cannot be sent from here",
          format("this machine belongs to {}", question.detected),
          format("go to a login node of {}, or {}", center_of(question.site), question.look.how)};
}

Failure other_cluster(const EndpointQuestion& question) {
  return {ExitCode::Usage, format("site '{}'", question.site),
          format("this Slurm is cluster '{}', not '{}'", question.slurm.cluster_name,
                 join(question.cluster_names, "' or '")),
          "the site's profile knows its ClusterName",
          format("go to a login node of {}, or {}", center_of(question.site), question.look.how)};
}

Failure nameless_cluster(const EndpointQuestion& question) {
  return {ExitCode::Unknown, format("site '{}'", question.site),
          "this Slurm does not tell its ClusterName",
          format("the site's is '{}'", join(question.cluster_names, "' or '")),
          "try again in a minute, or " + question.look.how};
}

Failure not_recognised(const EndpointQuestion& question) {
  const std::string& name = question.slurm.cluster_name;
  return {ExitCode::Usage, format("site '{}'", question.site),
          "this machine is not recognised as the site's",
          name.empty()
              ? "neither the host name nor a ClusterName matches its profile"
              : format("the host name does not match its profile; the cluster is '{}'", name),
          format("add --here if jobs for {} are sent from this machine, or {}", question.site,
                 question.look.how)};
}

/// Is the Slurm that answers here the named site's?
Status check_cluster(const EndpointQuestion& question) {
  const std::string& name = question.slurm.cluster_name;
  const bool same_center = center_of(question.site) == center_of(question.detected);
  const bool is_reached =
      question.site == question.detected || (same_center && question.takes_clusters_option);
  if (!question.detected.empty() && !is_reached) return elsewhere(question);
  if (!question.cluster_names.empty()) {
    if (name.empty()) return nameless_cluster(question);
    if (!contains(question.cluster_names, name)) return other_cluster(question);
    return {};
  }
  if (question.detected.empty() && !question.here) return not_recognised(question);
  return {};
}

Failure silent(const EndpointQuestion& question) {
  return {ExitCode::Unknown, question.site.empty() ? "slurm" : format("site '{}'", question.site),
          "the Slurm controller does not answer", question.slurm.why,
          format("{}, or {}", way_to_mend(question.slurm), question.look.how)};
}

Failure broken(const EndpointQuestion& question) {
  return {ExitCode::Unknown, question.site.empty() ? "slurm" : format("site '{}'", question.site),
          "the Slurm installed here cannot be asked", question.slurm.why,
          format("{}, or {}", way_to_mend(question.slurm), question.look.how)};
}

Failure no_slurm_for(const EndpointQuestion& question) {
  return {
      ExitCode::Scheduler, format("site '{}'", question.site), "no Slurm on this machine",
      question.slurm.why,
      format(
          "{} to see {}, run 'gpujob sandbox up --site {}' to rehearse it, or go to a login node "
          "of {}",
          question.look.how, question.look.what, question.site, center_of(question.site))};
}

Failure not_connected_to(const EndpointQuestion& question) {
  const bool is_other = question.slurm.presence == SlurmPresence::Ready;
  return {ExitCode::Scheduler, format("site '{}'", question.site),
          is_other ? "this machine's Slurm is not the site's, and no connection is open"
                   : "no Slurm on this machine and no open connection",
          format("ssh to '{}'", question.ssh_host),
          format("run 'gpujob connect {}', or {}", question.site, question.look.how)};
}

Failure nothing_named(const EndpointQuestion& question) {
  const std::string& name = question.slurm.cluster_name;
  return {ExitCode::Usage, "gpujob", "no site is named",
          name.empty() ? "Slurm is here, but no profile matches this machine"
                       : format("Slurm is here, but no profile matches cluster '{}'", name),
          "add --site"};
}

Result<Endpoint> slurm_here(const EndpointQuestion& question) {
  if (!question.site.empty()) {
    if (const Status fits = check_cluster(question); !fits) return fits.failure();
  }
  Endpoint endpoint = question.slurm.endpoint;
  endpoint.cluster_name = question.slurm.cluster_name;
  endpoint.named_here = question.here && question.detected.empty();
  return endpoint;
}

/// From another cluster's Slurm a connection that the user has configured leads to the site.
Result<Endpoint> here_or_connected(const EndpointQuestion& question) {
  auto here = slurm_here(question);
  if (here || here.failure().exit != ExitCode::Usage) return here;
  if (question.connected) return *question.connected;
  if (!question.ssh_host.empty()) return not_connected_to(question);
  return here;
}

}  // namespace

Result<Endpoint> choose_endpoint(const EndpointQuestion& question) {
  if (question.site_is_local) return local_endpoint();
  const bool named = !question.site.empty();
  switch (question.slurm.presence) {
    case SlurmPresence::Ready:
      if (!named && question.detected.empty()) return nothing_named(question);
      return here_or_connected(question);
    case SlurmPresence::Silent:
      return silent(question);
    case SlurmPresence::Broken:
      return broken(question);
    case SlurmPresence::Absent:
      break;
  }
  if (named && question.sandbox) return *question.sandbox;
  if (named && question.connected) return *question.connected;
  if (named && !question.ssh_host.empty()) return not_connected_to(question);
  if (named) return no_slurm_for(question);
  return local_endpoint();
}

}  // namespace gpujob
