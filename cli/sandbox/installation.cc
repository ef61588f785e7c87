// SPDX-License-Identifier: MIT
#include "sandbox/installation.h"

#include <vector>

#include "base/format.h"

namespace gpujob {

namespace {

constexpr const char* kLmodStart = "/usr/share/lmod/lmod/init/bash";

/// The first of `paths` that is a file, or ""; fails if the system could not tell of one.
Result<std::string> first_file(const World& world, const std::vector<std::string>& paths) {
  for (const std::string& path : paths) {
    const Result<bool> there = world.is_file(path);
    if (!there) return there.failure();
    if (*there) return path;
  }
  return std::string();
}

Result<std::string> find_daemon(const World& world, const std::string& name) {
  // Not another one instead of one on PATH that cannot be looked at.
  if (std::optional<std::string> on_path = world.find_program(name)) return *std::move(on_path);
  return first_file(world, {"/usr/sbin/" + name, "/usr/local/sbin/" + name, "/sbin/" + name,
                            "/usr/libexec/" + name});
}

/// Commands must have the daemons' release: "../bin" seen from slurmctld comes before PATH.
Result<std::string> find_sbatch(const World& world, const std::string& slurmctld) {
  const std::string directory = slurmctld.substr(0, slurmctld.rfind('/'));
  const std::string beside = directory.substr(0, directory.rfind('/')) + "/bin/sbatch";
  if (!slurmctld.empty()) {
    Result<std::string> found = first_file(world, {beside});
    if (!found || !found->empty()) return found;
  }
  return world.find_program("sbatch").value_or("");
}

}  // namespace

Result<SlurmInstallation> find_installation(const World& world, Accounting accounting) {
  SlurmInstallation found;
  Failure unreadable(ExitCode::Failed, Diagnostics{});
  const auto set = [&](std::string& path, Result<std::string> answer) {
    if (answer) {
      path = *std::move(answer);
    } else {
      append(unreadable.diagnostics, answer.failure().diagnostics);
    }
  };
  set(found.munged, find_daemon(world, "munged"));
  set(found.slurmctld, find_daemon(world, "slurmctld"));
  set(found.slurmd, find_daemon(world, "slurmd"));
  set(found.sbatch, find_sbatch(world, found.slurmctld));
  set(found.lmod_start, first_file(world, {kLmodStart}));
  if (accounting == Accounting::Yes) {
    set(found.slurmdbd, find_daemon(world, "slurmdbd"));
    set(found.mariadbd, find_daemon(world, "mariadbd"));
    set(found.mariadb_tables, first_file(world, {"/usr/share/mysql/mysql_system_tables.sql",
                                                 "/usr/share/mariadb/mysql_system_tables.sql"}));
  }
  if (!unreadable.diagnostics.empty()) return unreadable;
  std::vector<std::string> missing;
  std::vector<std::string> packages;
  const auto need = [&](const std::string& path, const char* program, const char* package) {
    if (!path.empty()) return;
    missing.emplace_back(program);
    packages.emplace_back(package);
  };
  need(found.munged, "munged", "munge");
  need(found.slurmctld, "slurmctld", "slurmctld");
  need(found.slurmd, "slurmd", "slurmd");
  need(found.sbatch, "sbatch", "slurm-client");
  need(found.lmod_start, "Lmod", "lmod");
  if (accounting == Accounting::Yes) {
    need(found.mariadbd.empty() ? "" : found.mariadb_tables, "mariadbd", "mariadb-server");
    need(found.slurmdbd, "slurmdbd", "slurmdbd");
  }
  if (missing.empty()) return found;
  return Failure(ExitCode::Failed, "sandbox", "programs that a sandbox needs are missing",
                 format("no {}", join(missing, ", ")),
                 format("on Debian and Ubuntu: apt-get install {}", join(packages, " ")));
}

}  // namespace gpujob
