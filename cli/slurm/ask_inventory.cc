// SPDX-License-Identifier: MIT
#include "slurm/ask_inventory.h"

#include <tuple>
#include <utility>

#include "base/format.h"
#include "slurm/ask.h"
#include "slurm/ask_json.h"
#include "slurm/inventory_json.h"
#include "slurm/sinfo_table.h"

namespace gpujob {

namespace {

/// Does the text end where a command's output can? A record of several lines ends with an empty
/// one; since Slurm 25.11, where none do, with its resources or after its power.
bool is_whole(std::string_view text) {
  const std::size_t last = text.find_last_not_of('\n');
  if (last == std::string_view::npos) return false;
  if (is_json(text)) return text[last] == '}';
  if (last + 1 == text.size()) return false;
  const std::size_t line = text.rfind('\n', last) + 1;
  if (text[line] != ' ' || text.ends_with("\n\n")) return true;
  const bool has_gaps = text.find("\n\n") != std::string_view::npos;
  const std::string_view record = text.substr(text.rfind("Name=") + 1);
  return !has_gaps && (record.find("\n   TRES=") != std::string_view::npos ||
                       record.find("\n   CurrentWatts=") != std::string_view::npos);
}

// All partitions: hidden ones too, which the nodes name. `first` is a word of every answer.
Result<std::string> show(World& world, const Endpoint& endpoint, const std::string& what,
                         const char* first) {
  const auto answer = ask_slurm(world, endpoint, "scontrol", {"--all", "--oneliner", "show", what},
                                kQuestionDeadline);
  if (!answer) return answer.failure();
  if (answer->timed_out || answer->exit_status != 0 || !is_whole(answer->out) ||
      answer->out.find(first) == std::string::npos) {
    return not_answered("scontrol", format("'show {}' could not be asked", what), *answer);
  }
  return answer->out;
}

/// It tells the release, so it is asked as JSON without knowing it.
Result<std::string> ask_config(World& world, const Endpoint& endpoint) {
  auto told = ask_json(world, endpoint, kFirstWithJson,
                       {"scontrol", {"show", "config"}, config_records, "SLURM_VERSION"});
  return told ? *std::move(told) : show(world, endpoint, "config", "");
}

Result<std::string> ask_sinfo(World& world, const Endpoint& endpoint) {
  const auto answer = ask_slurm(world, endpoint, "sinfo",
                                {kSinfoOptions.begin(), kSinfoOptions.end()}, kQuestionDeadline);
  if (!answer) return answer.failure();
  if (is_incomplete(*answer) || !is_sinfo(answer->out))
    return not_answered("sinfo", "the nodes could not be asked", *answer);
  return answer->out;
}

Status check_saved_whole(const std::string& file, std::string_view text) {
  if (is_whole(text)) return {};
  return Failure{ExitCode::Unknown, file, "is empty or was cut", "it does not end as Slurm ends it",
                 "save it again"};
}

}  // namespace

Result<InventoryTexts> ask_inventory(World& world, const Endpoint& endpoint, Instead instead) {
  InventoryTexts texts;
  auto config = ask_config(world, endpoint);
  if (!config) return config.failure();
  texts.config = *std::move(config);
  const std::string release = release_of(texts);
  const std::tuple<JsonListing, const char*, std::string*> listings[] = {
      {{"scontrol", {"--all", "show", "partition"}, json_partitions, "Default"},
       "PartitionName=",
       &texts.partitions},
      {{"scontrol", {"--all", "show", "node"}, json_nodes}, "NodeName=", &texts.nodes}};
  std::string table;
  for (const auto& [listing, first, text] : listings) {
    if (auto json = ask_json(world, endpoint, release, listing)) {
      *text = *std::move(json);
      continue;
    }
    auto answer = show(world, endpoint, listing.arguments.back(), first);
    if (answer) {
      *text = *std::move(answer);
      continue;
    }
    if (instead == Instead::Error) return answer.failure();
    if (table.empty()) {
      auto told = ask_sinfo(world, endpoint);
      if (!told) {
        Failure both = answer.failure();
        both.diagnostics.push_back(told.failure().diagnostics.front());
        return both;
      }
      table = *std::move(told);
    }
    *text = table;
    Diagnostic note = answer.failure().diagnostics.front();
    note.severity = Severity::Note;
    note.fix = "sinfo told it in part";
    texts.notes.push_back(std::move(note));
  }
  texts.qos = ask_json(world, endpoint, release, {"sacctmgr", {"show", "qos"}, json_qos});
  if (texts.qos) return texts;
  const auto qos = ask_slurm(world, endpoint, "sacctmgr", {"-nP", "show", "qos", kQosColumns},
                             kQuestionDeadline);
  if (qos && !is_incomplete(*qos)) texts.qos = qos->out;
  return texts;
}

namespace {

Result<std::optional<std::string>> load_whole(const World& world, const std::string& file) {
  auto read = world.read_if_present(file);
  if (!read) return Failure(ExitCode::Unknown, read.failure().diagnostics);
  if (!*read) return read;
  if (const Status whole = check_saved_whole(file, **read); !whole) return whole.failure();
  return read;
}

/// What is saved as `name`.json or `name`.txt; nothing if neither is there.
Result<std::optional<std::string>> load_saved(const World& world, const std::string& directory,
                                              const std::string& name) {
  for (const char* kind : {"json", "txt"}) {
    auto read = load_whole(world, format("{}/{}.{}", directory, name, kind));
    if (!read || *read) return read;
  }
  return std::optional<std::string>();
}

/// What is saved of sinfo, which must be a table; nothing without the file.
Result<std::optional<std::string>> load_sinfo(const World& world, const std::string& directory) {
  const std::string file = format("{}/sinfo.txt", directory);
  auto table = load_whole(world, file);
  if (!table || !*table || is_sinfo(**table)) return table;
  return Failure{ExitCode::Unknown, file, "has no table that can be read",
                 "no heading names NODELIST, PARTITION, CPUS, MEMORY, GRES, TIMELIMIT between '|'",
                 "save it again as the help of 'gpujob site discover' says"};
}

}  // namespace

Result<InventoryTexts> load_inventory(const World& world, const std::string& directory,
                                      Instead instead) {
  InventoryTexts texts;
  bool has_table = false;
  for (const auto& [name, text] :
       {std::pair{"node", &texts.nodes}, std::pair{"partition", &texts.partitions},
        std::pair{"config", &texts.config}}) {
    auto read = load_saved(world, directory, name);
    if (!read) return read.failure();
    // JSON of the nodes names the cluster and its release.
    const bool is_config = text == &texts.config;
    if (!*read && is_config && (is_json(texts.nodes) || has_table)) continue;
    if (!*read && !is_config && instead == Instead::Sinfo) {
      read = load_sinfo(world, directory);
      if (!read) return read.failure();
      has_table = read->has_value();
    }
    if (!*read) {
      Failure failure = world.read_file(format("{}/{}.txt", directory, name)).failure();
      failure.exit = ExitCode::Unknown;
      failure.diagnostics.front().fix =
          format("save it there: 'scontrol show {0} > {0}.txt'", name);
      return failure;
    }
    *text = **std::move(read);
  }
  auto qos = load_saved(world, directory, "qos");
  if (!qos) return qos.failure();
  texts.qos = *std::move(qos);
  return texts;
}

}  // namespace gpujob
