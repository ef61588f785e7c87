// SPDX-License-Identifier: MIT
#include "base/format.h"
#include "base/json_value.h"
#include "command/args/commands.h"
#include "command/args/output.h"
#include "command/config/place_options.h"
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

/// The words of a command line: what has '=' is a tag.
struct TagWords {
  std::vector<std::string> runs;
  std::vector<std::pair<std::string, std::string>> tags;
};

Result<TagWords> tag_words(const Arguments& arguments) {
  TagWords words;
  for (const std::string& word : arguments.positional()) {
    if (word.find('=') == std::string::npos) {
      words.runs.push_back(word);
      continue;
    }
    auto tag = parse_tag("gpujob tag", word);
    if (!tag) return tag.failure();
    words.tags.push_back(*std::move(tag));
  }
  if (!words.runs.empty()) return words;
  return Failure(ExitCode::Usage, "gpujob tag", "no run given", "",
                 "write it before the tags: gpujob tag last KEY=VALUE");
}

void change(RunTags& labels, const TagWords& words, const Arguments& arguments) {
  for (const auto& [key, value] : words.tags) {
    if (value.empty()) {
      labels.tags.erase(key);
    } else {
      labels.tags[key] = value;
    }
  }
  for (const auto& [option, text] : {std::pair("name", &labels.name), {"note", &labels.note}}) {
    *text = arguments.value_or(option, *text);
    if (*text == kTakeAway) text->clear();
  }
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

CommandResult run_tag(const Arguments& arguments, World& world) {
  const auto words = tag_words(arguments);
  if (!words) return words.failure();
  if (const auto given = read_labels(arguments); !given) return given.failure();
  auto session = open_session(world, arguments);
  if (!session) return session.failure();
  auto groups = session->runs.find(words->runs);
  if (!groups) return groups.failure();

  const bool changes = !words->tags.empty() || arguments.has("name") || arguments.has("note");
  Json document = json_document("tagged");
  document["runs"] = Json::array();
  for (const RunGroup& group : *groups) {
    for (const RunRecord& run : group.runs) {
      auto labels = read_tags(world, run.directory);
      if (!labels) return labels.failure();
      change(*labels, *words, arguments);
      if (changes) {
        if (auto kept = write_tags(world, run.directory, *labels); !kept) return kept.failure();
      }
      document["runs"].push_back(labels_json(run.id, *labels));
      if (!wants_json(arguments)) world.out(labels_text(run.id, *labels));
    }
  }
  if (changes) session->runs.update_index(*groups);
  if (wants_json(arguments)) world.out(dump_json(document));
  return status_of(session->runs.index_is_behind() ? ExitCode::Failed : ExitCode::Done);
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
    .run = run_tag,
};

}  // namespace gpujob
