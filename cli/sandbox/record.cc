// SPDX-License-Identifier: MIT
#include "sandbox/record.h"

#include <algorithm>

#include "base/format.h"
#include "base/json_value.h"
#include "base/paths.h"
#include "base/suggest.h"

namespace gpujob {

namespace {

constexpr const char* kSchema = "gpujob/sandbox/v1";

Json to_json(const ProcessIdentity& process) {
  return {{"pid", process.pid}, {"start_ticks", process.start_ticks}, {"boot_id", process.boot_id}};
}

ProcessIdentity process_of(const Json& value) {
  return {value.at("pid").get<long>(), value.at("start_ticks").get<long long>(),
          value.at("boot_id").get<std::string>()};
}

Json to_json(const SandboxRecord& record) {
  Json daemons = Json::array();
  for (const SandboxDaemon& daemon : record.daemons) {
    daemons.push_back({{"name", daemon.name}, {"process", to_json(daemon.process)}});
  }
  return {
      {"schema", kSchema},
      {"name", record.name},
      {"host", record.host},
      {"site", record.center},
      {"cluster", record.cluster},
      {"scale", to_string(record.scale)},
      {"state", record.state == SandboxRecord::State::Ready ? "ready" : "starting"},
      {"slurm_conf", record.layout.slurm_conf()},
      {"directory", record.layout.directory},
      {"runtime", record.layout.runtime},
      {"sbatch", record.sbatch},
      {"summary", record.summary},
      {"remarks", record.remarks},
      {"ports",
       {{"slurmctld", record.slurmctld_port},
        {"first_slurmd", record.first_slurmd_port},
        {"slurmds", record.slurmd_count},
        {"slurmdbd", record.slurmdbd_port}}},
      {"accounts", record.accounts},
      {"starter", to_json(record.starter)},
      {"guard", to_json(record.guard)},
      {"daemons", std::move(daemons)},
  };
}

/// Throws the JSON library's exception if something is missing: the caller says "damaged".
SandboxRecord from_json(const Json& value) {
  SandboxRecord record;
  record.name = value.at("name").get<std::string>();
  record.host = value.value("host", "");
  record.center = value.at("site").get<std::string>();
  record.cluster = value.at("cluster").get<std::string>();
  record.scale = parse_scale(value.at("scale").get<std::string>()).value_or(SandboxScale::Run);
  record.state =
      value.at("state") == "ready" ? SandboxRecord::State::Ready : SandboxRecord::State::Starting;
  record.layout = {value.at("directory").get<std::string>(),
                   value.at("runtime").get<std::string>()};
  record.sbatch = value.at("sbatch").get<std::string>();
  record.summary = value.at("summary").get<std::string>();
  record.remarks = value.at("remarks").get<std::vector<std::string>>();
  const Json& ports = value.at("ports");
  record.slurmctld_port = ports.at("slurmctld").get<int>();
  record.first_slurmd_port = ports.at("first_slurmd").get<int>();
  record.slurmd_count = ports.at("slurmds").get<int>();
  record.slurmdbd_port = ports.at("slurmdbd").get<int>();
  record.accounts = value.at("accounts").get<std::vector<std::string>>();
  record.starter = process_of(value.at("starter"));
  record.guard = process_of(value.at("guard"));
  for (const Json& daemon : value.at("daemons")) {
    record.daemons.push_back(
        {daemon.at("name").get<std::string>(), process_of(daemon.at("process"))});
  }
  return record;
}

Failure damaged(const std::string& path, const std::string& why) {
  return {ExitCode::Invalid, path, "not the record of a sandbox", why,
          "'gpujob sandbox down' with its --name ends what is left of it"};
}

std::string record_path(const World& world, const std::string& name) {
  return join_path(sandbox_home(world), name) + "/sandbox.json";
}

std::vector<std::string> names_of(const std::vector<SandboxRecord>& records) {
  std::vector<std::string> names;
  names.reserve(records.size());
  for (const SandboxRecord& record : records) names.push_back(record.name);
  return names;
}

Failure not_one(const std::vector<SandboxRecord>& running, const std::string& site) {
  const std::string where = site.empty() ? "sandbox" : format("site '{}'", site);
  if (running.empty()) {
    return {ExitCode::Usage, where, "no sandbox runs", "",
            format("start one with 'gpujob sandbox up --site {}'", site.empty() ? "SITE" : site)};
  }
  return {ExitCode::Usage, where, format("{} sandboxes run", running.size()),
          format("{}", join(names_of(running), ", ")), "choose one with --name"};
}

}  // namespace

Status save_record(World& world, const SandboxRecord& record) {
  return world.write_file(record.layout.record(), dump_json(to_json(record)), FileMode::Private);
}

Status create_record(World& world, const SandboxRecord& record) {
  return world.create_file(record.layout.record(), dump_json(to_json(record)), FileMode::Private);
}

Result<SandboxRecord> load_record(const World& world, const std::string& name) {
  if (auto good = check_sandbox_name(name); !good) return good.failure();
  const std::string path = record_path(world, name);
  const auto text = world.read_if_present(path);
  if (!text) return text.failure();
  if (!*text) {
    Diagnostics ignored;
    const std::string guess = did_you_mean(name, names_of(all_sandboxes(world, ignored)));
    return Failure(ExitCode::Usage, format("sandbox '{}'", name), "no such sandbox", "",
                   guess.empty() ? "'gpujob sandbox list' lists them" : guess);
  }
  const auto document = parse_json(**text, path);
  if (!document) return document.failure();
  if (!document->is_object() || !document->contains("schema") || (*document)["schema"] != kSchema) {
    return damaged(path, format("no schema {}", kSchema));
  }
  try {
    return from_json(*document);
  } catch (const Json::exception& wrong) {
    return damaged(path, wrong.what());
  }
}

std::vector<SandboxRecord> all_sandboxes(const World& world, Diagnostics& problems) {
  std::vector<SandboxRecord> records;
  const auto names = world.list(sandbox_home(world));
  if (!names) {
    append(problems, names.failure().diagnostics);
    return records;
  }
  for (const std::string& name : *names) {
    if (!check_sandbox_name(name) || world.kind(record_path(world, name)) == FileKind::Absent) {
      continue;
    }
    auto record = load_record(world, name);
    if (record) {
      records.push_back(*std::move(record));
    } else {
      append(problems, record.failure().diagnostics);
    }
  }
  return records;
}

bool is_running(const World& world, const SandboxRecord& record) {
  if (record.state != SandboxRecord::State::Ready) return false;
  const auto lives = [&](const char* name) {
    const auto found =
        std::find_if(record.daemons.begin(), record.daemons.end(),
                     [&](const SandboxDaemon& daemon) { return daemon.name == name; });
    return found != record.daemons.end() && world.alive(found->process);
  };
  if (record.has_accounting() && !(lives("mariadbd") && lives("slurmdbd"))) return false;
  return lives("munged") && lives("slurmctld");
}

bool is_elsewhere(const World& world, const SandboxRecord& record) {
  if (record.host.empty() || record.host == world.host_name()) return false;
  const auto lives = [&](const SandboxDaemon& daemon) { return world.alive(daemon.process); };
  return !world.alive(record.starter) && !world.alive(record.guard) &&
         std::none_of(record.daemons.begin(), record.daemons.end(), lives);
}

Failure elsewhere(const SandboxRecord& record) {
  return {ExitCode::Usage, format("sandbox '{}'", record.name),
          format("it is on host '{}'", record.host), "its processes cannot be seen from here",
          format("end it there with 'gpujob sandbox down --name {}', or give one here another "
                 "--name; if that host no longer exists, remove {}",
                 record.name, record.layout.directory)};
}

std::optional<SandboxRecord> sandbox_of_shell(const World& world) {
  const auto conf = world.variable("SLURM_CONF");
  if (!conf || conf->empty()) return std::nullopt;
  Diagnostics problems;
  for (SandboxRecord& record : all_sandboxes(world, problems)) {
    if (record.layout.slurm_conf() == *conf) return std::move(record);
  }
  return std::nullopt;
}

Result<SandboxRecord> find_sandbox(const World& world, const std::string& name,
                                   const std::string& site) {
  if (!name.empty()) {
    auto record = load_record(world, name);
    if (!record) return record;
    if (is_running(world, *record)) return record;
    if (is_elsewhere(world, *record)) return elsewhere(*record);
    return Failure(ExitCode::Unknown, format("sandbox '{}'", name), "it does not run",
                   "its daemons have ended",
                   format("start it again with 'gpujob sandbox up --site {} --name {}'",
                          record->site(), name));
  }
  Diagnostics problems;
  std::vector<SandboxRecord> running;
  for (SandboxRecord& record : all_sandboxes(world, problems)) {
    if (!site.empty() && record.site() != site) continue;
    if (is_running(world, record)) running.push_back(std::move(record));
  }
  if (running.size() != 1) return not_one(running, site);
  return std::move(running.front());
}

}  // namespace gpujob
