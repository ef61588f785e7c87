// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <span>
#include <string>

#include "fake_slurm.h"
#include "jobs/site/site_drift.h"

namespace gpujob {

/// What drift must say of a change.
struct ExpectedDrift {
  Difference::Kind kind = Difference::Kind::Changed;
  std::string what;
  std::string key;
};

/// A cluster of a profile, and a Slurm that is as it says.
struct PlantingGround {
  const YamlFile& file;
  Cluster cluster;
  FakeSlurm slurm;

  YamlRecord record() const;
  /// The block of this name in a map of blocks.
  YamlRecord block(const char* map, const std::string& name) const;
};

/// Takes what is expected and the changed Slurm.
using Plant = std::function<void(ExpectedDrift expected, const FakeSlurm& slurm)>;

/// A kind of change, planted wherever it means something; each round with other values.
struct PlantedChange {
  const char* name;
  void (*plant)(const PlantingGround& site, int round, const Plant& plant);
};

std::span<const PlantedChange> planted_changes();
/// Of what is counted.
std::span<const PlantedChange> planted_counts();

}  // namespace gpujob
