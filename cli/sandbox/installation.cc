// SPDX-License-Identifier: MIT
#include "sandbox/installation.h"

#include <vector>

#include "base/format.h"

namespace gpujob {

namespace {

constexpr const char* kLmodStart = "/usr/share/lmod/lmod/init/bash";

std::string find_daemon(const World& world, const std::string& name) {
  const std::string on_path = world.find_program(name).value_or("");
  if (world.kind(on_path) == FileKind::File) return on_path;
  for (const char* directory : {"/usr/sbin/", "/usr/local/sbin/", "/sbin/", "/usr/libexec/"}) {
    if (world.kind(directory + name) == FileKind::File) return directory + name;
  }
  return on_path;  // starting it tells why it cannot be looked at
}

/// Commands must have the daemons' release: "../bin" seen from slurmctld comes before PATH.
std::string find_sbatch(const World& world, const std::string& slurmctld) {
  const std::string directory = slurmctld.substr(0, slurmctld.rfind('/'));
  const std::string beside = directory.substr(0, directory.rfind('/')) + "/bin/sbatch";
  if (!slurmctld.empty() && world.kind(beside) == FileKind::File) return beside;
  return world.find_program("sbatch").value_or("");
}

std::string find_tables(const World& world) {
  for (const char* directory : {"/usr/share/mysql/", "/usr/share/mariadb/"}) {
    std::string path = directory + std::string("mysql_system_tables.sql");
    if (world.kind(path) == FileKind::File) return path;
  }
  return "";
}

}  // namespace

Result<SlurmInstallation> find_installation(const World& world, Accounting accounting) {
  SlurmInstallation found;
  found.munged = find_daemon(world, "munged");
  found.slurmctld = find_daemon(world, "slurmctld");
  found.slurmd = find_daemon(world, "slurmd");
  found.sbatch = find_sbatch(world, found.slurmctld);
  const auto has_lmod = world.is_file(kLmodStart);
  if (!has_lmod) return has_lmod.failure();
  if (*has_lmod) found.lmod_start = kLmodStart;
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
    found.slurmdbd = find_daemon(world, "slurmdbd");
    found.mariadbd = find_daemon(world, "mariadbd");
    found.mariadb_tables = find_tables(world);
    need(found.mariadbd.empty() ? "" : found.mariadb_tables, "mariadbd", "mariadb-server");
    need(found.slurmdbd, "slurmdbd", "slurmdbd");
  }
  if (missing.empty()) return found;
  return Failure(ExitCode::Failed, "sandbox", "programs that a sandbox needs are missing",
                 format("no {}", join(missing, ", ")),
                 format("on Debian and Ubuntu: apt-get install {}", join(packages, " ")));
}

}  // namespace gpujob
