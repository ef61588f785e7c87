// SPDX-License-Identifier: MIT
#include "sandbox/files.h"

#include "base/format.h"
#include "base/paths.h"
#include "sandbox/accounting_conf.h"
#include "sandbox/module_tree.h"
#include "sandbox/plugin_program.h"
#include "sandbox/processes.h"
#include "sandbox/slurm_conf.h"
#include "sandbox/stand_in.h"
#include "sandbox/submit_filter.h"
#include "sandbox/submit_rules.h"

namespace gpujob {

namespace {

constexpr std::size_t kKeyBytes = 128;
/// Slurm's largest job id is 67,043,328 (MaxJobId); the rest is for the jobs themselves.
constexpr long long kFirstIds = 60'000'000;

/// Ids start at the clock's seconds, so that they differ from those of earlier sandboxes.
long long first_job_id(const World& world) {
  const auto since = world.now().time_since_epoch();
  return std::chrono::duration_cast<Seconds>(since).count() % kFirstIds + 1;
}

Result<SlurmSettings> settings_of(const World& world, const SandboxRecord& record) {
  Result<std::string> user = own_user_id(world);
  if (!user) return user.failure();
  SlurmSettings settings;
  const std::string host = world.host_name();
  settings.host = host.substr(0, host.find('.'));
  settings.user = *std::move(user);
  settings.slurmctld_port = record.slurmctld_port;
  settings.first_slurmd_port = record.first_slurmd_port;
  settings.slurmdbd_port = record.slurmdbd_port;
  settings.first_job_id = first_job_id(world);
  return settings;
}

Status make_directories(World& world, const SandboxLayout& layout) {
  auto noted = world.write_plain(layout.runtime_note(), layout.runtime, FileMode::Private);
  if (!noted) return noted;
  for (const std::string& directory :
       {layout.runtime, layout.spool(), layout.state_save(), layout.logs(), layout.gpu_files()}) {
    if (auto made = world.make_directory(directory); !made) return made;
  }
  return Status{};
}

struct Text {
  std::string path;
  std::string text;
  FileMode mode = FileMode::Shared;
};

Status write_all(World& world, const std::vector<Text>& texts) {
  for (const Text& text : texts) {
    if (auto written = world.write_plain(text.path, text.text, text.mode); !written) return written;
  }
  return Status{};
}

Status write_modules(World& world, const Cluster& cluster, const SandboxLayout& layout,
                     const SlurmInstallation& installation) {
  const auto init = module_init(cluster, layout.modules(), installation.lmod_start);
  if (!init) return init.failure();
  const auto tree = module_tree(cluster);
  if (!tree) return tree.failure();
  if (auto made = world.make_shared_directory(layout.modules()); !made) return made;
  std::vector<Text> texts = {{layout.shell_start(), *init}};
  for (const GeneratedFile& file : *tree) {
    // Each of "a" and "a/b" for "a/b/1.lua": Lmod skips directories that only their owner may read.
    for (std::size_t end = file.path.find('/'); end != std::string::npos;
         end = file.path.find('/', end + 1)) {
      const std::string directory = join_path(layout.modules(), file.path.substr(0, end));
      if (auto made = world.make_shared_directory(directory); !made) return made;
    }
    texts.push_back({join_path(layout.modules(), file.path), file.text});
  }
  return write_all(world, texts);
}

/// A directory of all commands, some with the options of the center's plug-ins.
Status write_commands(World& world, const Cluster& cluster, const SandboxLayout& layout,
                      const std::string& sbatch) {
  if (!has_plugins(cluster)) return Status{};
  if (auto made = world.make_directory(layout.commands()); !made) return made;
  const std::string slurms = sbatch.substr(0, sbatch.rfind('/'));
  for (const char* name : {"sacct", "sacctmgr", "scancel", "scontrol", "sinfo", "squeue"}) {
    auto linked = world.make_link(join_path(layout.commands(), name), join_path(slurms, name));
    if (!linked) return linked;
  }
  const std::string program = plugin_program(cluster, slurms);
  for (const char* name : kPluginCommands) {
    auto written =
        world.write_file(join_path(layout.commands(), name), program, FileMode::Executable);
    if (!written) return written;
  }
  return Status{};
}

Status write_accounting(World& world, const SandboxRecord& record,
                        const SlurmInstallation& installation) {
  const SandboxLayout& layout = record.layout;
  for (const std::string& directory : {layout.database(), layout.database_temporary()}) {
    if (auto made = world.make_directory(directory); !made) return made;
  }
  const auto tables = world.read_file(installation.mariadb_tables);
  if (!tables) return tables.failure();
  const auto sql = database_start_sql(*tables);
  if (!sql) {
    Failure failure = sql.failure();
    failure.diagnostics.front().where = installation.mariadb_tables;
    return failure;
  }
  return write_all(world, {{layout.database_start(), *sql, FileMode::Private},
                           {layout.slurmdbd_conf(),
                            slurmdbd_conf(layout, own_user_name(world), record.slurmdbd_port),
                            FileMode::Private}});
}

}  // namespace

Status write_sandbox_files(World& world, const SandboxOptions& options,
                           const SlurmInstallation& installation, const Emulation& emulation,
                           const SandboxRecord& record) {
  const SandboxLayout& layout = record.layout;
  if (auto made = make_directories(world, layout); !made) return made;
  const auto rules = job_submit_lua(options.cluster);
  if (!rules) return rules.failure();
  const auto settings = settings_of(world, record);
  if (!settings) return settings.failure();
  std::vector<Text> texts = {
      {layout.slurm_conf(), slurm_conf(emulation, layout, *settings)},
      {layout.directory + "/gres.conf", gres_conf(emulation, layout)},
      {layout.directory + "/cgroup.conf", cgroup_conf()},
      {layout.munge_key(), world.random_bytes(kKeyBytes), FileMode::Private},
      {layout.directory + "/job_submit.lua", *rules},
  };
  if (emulation.scale == SandboxScale::Full) {
    texts.push_back(
        {layout.directory + "/cli_filter.lua", submit_filter_lua(record.name, record.site())});
  }
  for (int i = 0; i < most_gpus(emulation); ++i) {
    auto linked = world.make_link(format("{}/gpu{}", layout.gpu_files(), i), kGpuDevice);
    if (!linked) return linked;
  }
  if (auto written = write_all(world, texts); !written) return written;
  auto commands = write_commands(world, options.cluster, layout, installation.sbatch);
  if (!commands) return commands;
  if (record.has_accounting()) {
    if (auto written = write_accounting(world, record, installation); !written) return written;
  }
  if (auto made = write_modules(world, options.cluster, layout, installation); !made) return made;
  return write_stand_ins(world, options.libexec, layout.libexec(), options.catalogue);
}

}  // namespace gpujob
