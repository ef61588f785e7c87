// SPDX-License-Identifier: MIT
#include "base/format.h"
#include "base/json_value.h"
#include "base/text.h"
#include "command/args/commands.h"
#include "command/args/output.h"
#include "command/runs/labels.h"
#include "command/runs/run_text.h"

namespace gpujob {

namespace {

constexpr std::array<Example, 4> kTagExamples = {{
    {"gpujob tag last model=resnet lr=0.1", "tag the newest run"},
    {"gpujob tag 01JD lr=", "take a tag away"},
    {"gpujob tag last~1 --name baseline --note 'before the fix'", "name the run before it"},
    {"gpujob tag last", "show what it is called"},
}};
constexpr std::array<ArgumentSpec, 1> kTagArguments = {
    {{"RUN|KEY=VALUE", "runs by id or last~N; tags to set; KEY= takes one away", Completes::Run,
      ArgumentSpec::Need::OneOrMore}}};
constexpr std::array<OptionSpec, 3> kTagOptions = {{kNameOption, kNoteOption, kJsonFormatOption}};

/// A name or note in place of which there shall be none.
constexpr const char* kTakeAway = "-";

struct TagOptions : CommonOptions {
  std::vector<std::pair<std::string, std::string>> tags;  ///< the words with '='; others are runs
  std::optional<std::string> name, note;

  bool changes() const { return !tags.empty() || name || note; }
};

Result<TagOptions> parse_tags(const Arguments& arguments) {
  TagOptions options{parse_common(arguments), {}, arguments.value("name"), arguments.value("note")};
  for (const std::string& word : std::exchange(options.words, {})) {
    if (word.find('=') == std::string::npos) {
      options.words.push_back(word);
      continue;
    }
    auto tag = parse_tag("gpujob tag", word);
    if (!tag) return tag.failure();
    options.tags.push_back(*std::move(tag));
  }
  if (options.words.empty()) {
    return Failure(ExitCode::Usage, "gpujob tag", "no run given", "",
                   "write it before the tags: gpujob tag last KEY=VALUE");
  }
  if (const auto given = read_labels(arguments); !given) return given.failure();
  return options;
}

void change(RunTags& labels, const TagOptions& options) {
  for (const auto& [key, value] : options.tags) {
    if (value.empty()) {
      labels.tags.erase(key);
    } else {
      labels.tags[key] = value;
    }
  }
  const auto set = [](std::string& text, const std::optional<std::string>& given) {
    if (given) text = *given == kTakeAway ? "" : *given;
  };
  set(labels.name, options.name);
  set(labels.note, options.note);
}

std::string labels_text(const std::string& run_id, const RunTags& labels) {
  std::string text = format("run {}:{}\n", run_id, labels.empty() ? " no name, tags or note" : "");
  if (!labels.name.empty()) text += format("  name  {}\n", printable(labels.name));
  for (const auto& [key, value] : labels.tags) {
    text += format("  tag   {}={}\n", printable(key), printable(value));
  }
  if (!labels.note.empty()) text += format("  note  {}\n", printable(labels.note));
  return text;
}

Json labels_json(const std::string& run_id, const RunTags& labels) {
  return {{"run", run_id}, {"name", labels.name}, {"tags", labels.tags}, {"note", labels.note}};
}

CommandResult run_tag(const TagOptions& options, Session& session) {
  World& world = session.world;
  auto groups = session.runs.find(options.words);
  if (!groups) return groups.failure();

  Json document = json_document("tagged");
  document["runs"] = Json::array();
  for (const RunGroup& group : *groups) {
    for (const RunRecord& run : group.runs) {
      auto labels = read_tags(world, run.directory);
      if (!labels) return labels.failure();
      change(*labels, options);
      if (options.changes()) {
        if (auto kept = write_tags(world, run.directory, *labels); !kept) return kept.failure();
      }
      document["runs"].push_back(labels_json(run.id, *labels));
      if (!options.json) world.out(labels_text(run.id, *labels));
    }
  }
  if (options.changes()) session.runs.update_index(*groups);
  if (options.json) world.out(dump_json(document));
  return status_of(session.runs.index_is_behind() ? ExitCode::Failed : ExitCode::Done);
}

}  // namespace

constinit const Command kTagCommand = {
    .name = "tag",
    .summary = "name and tag runs",
    .description =
        "Words with '=' are tags, the others runs. Without a change it shows what the runs are "
        "called. '--name -' and '--note -' take it away. 'gpujob runs --tag', and '--where' of "
        "compare and export find runs by them.",
    .examples = kTagExamples,
    .arguments = kTagArguments,
    .option_sets = {kTagOptions},
    .run = run_command<parse_tags, run_tag>,
};

}  // namespace gpujob
