// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "plan/request.h"
#include "plan/resolution.h"
#include "profile/gpu_catalogue.h"
#include "profile/site.h"
#include "script/parse.h"

// A batch script in another center's dialect. What its directives ask for is read as Slurm adds it
// up at home, planned like any job for the new center, and written back into the script, line for
// line. A command of the body changes only where both profiles document what it is: modules, and a
// launcher of the center's own.

namespace gpujob {

/// What becomes of a piece of the script.
enum class Fate {
  Kept,
  Respelt,
  Dropped,
  Added,
  Yours,          ///< kept, but whether it is right at the new center is the user's to decide
  NoCounterpart,  ///< nothing documented stands for it: left in as a comment, or refused
};

std::string_view to_string(Fate fate);

struct PortRow {
  int line = 0;     ///< in the original; 0: added
  std::string was;  ///< "--gpus=KEY:1", "module load X"; empty: added
  Fate fate = Fate::Kept;
  std::string becomes;  ///< empty: as it was, or nothing
  std::string why;
  std::string source;  ///< "profiles/sites/x.yaml:31"; may be empty
};

/// A cluster of a center.
struct PortSide {
  const SiteProfile& profile;
  const Cluster& cluster;
};

struct PortInput {
  std::string file;  ///< for messages: "train.sh"
  std::string_view text;
  const ParsedScript& script;  ///< of `text`
  PortSide from;
  PortSide to;
  const GpuCatalogue& catalogue;  ///< with the models of `to`
};

/// What a job asks for, in numbers that do not depend on a dialect; 0: left open.
struct PortedAmounts {
  std::string gpu_model;
  long long gpus = 0;
  long long nodes = 0;
  long long tasks = 0;
  long long cores_per_node = 0;
  long long memory_mib = 0;  ///< per node
  long long seconds = 0;

  bool operator==(const PortedAmounts&) const = default;
};

struct Ported {
  std::string script;
  std::vector<PortRow> rows;  ///< in order of line, additions last
  PortedAmounts before;
  PortedAmounts after;
  Resolution resolution;

  bool is_complete() const;  ///< everything has a counterpart
};

/// `flags` holds what the command line says of the new center (gpu, account, partition, qos),
/// settings, day and paths. Fails as resolve does, and with ExitCode::Invalid where the GPUs or the
/// CPUs that the script gets at home are uncertain.
Result<Ported> port_script(const PortInput& input, Request flags);

}  // namespace gpujob
