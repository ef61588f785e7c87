// SPDX-License-Identifier: MIT
#include "run/run_digest.h"

#include <array>

#include "base/format.h"
#include "base/paths.h"
#include "base/sha256.h"
#include "base/text.h"
#include "base/ulid.h"
#include "report/measurement_line.h"
#include "run/attempt.h"
#include "store/index_format.h"
#include "store/launch_config_text.h"

namespace gpujob {

namespace {

constexpr std::string_view kDigestStart = "gpujob/digest/v1 ";
constexpr std::size_t kSumLength = 64;

constexpr std::array<std::string RunRow::*, 17> kRowTexts = {
    &RunRow::id,      &RunRow::submitted, &RunRow::workload, &RunRow::variant,
    &RunRow::backend, &RunRow::precision, &RunRow::center,   &RunRow::cluster,
    &RunRow::gpu_key, &RunRow::gpu_model, &RunRow::sandbox,  &RunRow::state,
    &RunRow::job_id,  &RunRow::name,      &RunRow::note,     &RunRow::algorithm_class,
    &RunRow::data};

/// Brings files together that a run is read from.
class Sources {
 public:
  explicit Sources(const World& world) : world_(world) {}

  /// Those of one directory. Gives its names.
  std::vector<std::string> add(const std::string& directory) {
    auto names = world_.list(directory);
    good_ = good_ && names;
    if (!names) return {};
    for (const std::string& name : *names) {
      if (!name.ends_with(".json") && name != "claim") continue;
      const auto text = world_.read_file(join_path(directory, name));
      good_ = good_ && text;
      if (!text) return {};
      bytes_ += format("{}/{}/", name, text->size());
      bytes_ += *text;
    }
    return *std::move(names);
  }

  void add_mark(std::string_view word) { bytes_ += format("{}\n", word); }

  std::optional<std::string> bytes() && {
    return good_ ? std::optional(std::move(bytes_)) : std::nullopt;
  }

 private:
  const World& world_;
  std::string bytes_;
  bool good_ = true;
};

/// Without directory and, of the lists, what lies in lines of their own.
std::string row_text(const IndexedRun& run) {
  Pairs values;
  for (std::string RunRow::*const text : kRowTexts) values.emplace_back("", run.row.*text);
  const auto& median = run.row.median_seconds;
  values.emplace_back("", median ? format("{}", *median) : "");
  values.emplace_back(std::to_string(run.row.missing.launches), run.row.missing.why);
  values.emplace_back("", std::to_string(run.launches));
  return text_of(values);
}

bool take_row(std::string_view text, IndexedRun& run) {
  const auto values = pairs_from(text);
  if (!values || values->size() != kRowTexts.size() + 3) return false;
  auto value = values->begin();
  for (std::string RunRow::*const member : kRowTexts) run.row.*member = (value++)->second;
  if (!value->second.empty()) {
    run.row.median_seconds = parse_real(value->second);
    if (!run.row.median_seconds) return false;
  }
  ++value;
  const auto missing = parse_integer(value->first);
  const auto launches = parse_integer((value + 1)->second);
  if (!missing || !launches) return false;
  run.row.missing = {static_cast<int>(*missing), value->second};
  run.launches = static_cast<int>(*launches);
  return true;
}

bool take_list(std::string_view text, Pairs& pairs) {
  auto read = pairs_from(text);
  if (!read) return false;
  pairs = *std::move(read);
  return true;
}

/// The first line of `text`, which loses it.
std::string_view take_line(std::string_view& text) {
  const std::size_t end = std::min(text.find('\n'), text.size());
  const std::string_view line = text.substr(0, end);
  text.remove_prefix(std::min(end + 1, text.size()));
  return line;
}

/// What stands below the first line.
std::optional<IndexedRun> run_from(std::string_view text) {
  IndexedRun run;
  if (!take_row(take_line(text), run) || !take_list(take_line(text), run.row.parameters) ||
      !take_list(take_line(text), run.row.tags)) {
    return std::nullopt;
  }
  run.measured_lines = text;
  return run;
}

/// Would a line be read as what it was made of?
bool gives_back(const std::string& line, const Measurement& measurement) {
  RawMeasurement raw;
  if (!read_raw_measurement(line, raw).empty() || raw.seconds != measurement.seconds) return false;
  const auto setting = read_setting(raw.setting, "setting");
  return setting && launch_config_text(*setting) == launch_config_text(measurement.setting);
}

std::string sum_of(const std::string& sources, std::string_view rest) {
  return sha256(format("{}\n{}{}", kIndexFormat.substr(0, kIndexFormat.find('\n')), sources, rest));
}

}  // namespace

std::string array_name_of(const RunRecord& run) {
  if (!run.plan.array_task) return "";
  const std::string directory = submission_directory(run);
  return directory.substr(directory.rfind('/') + 1);
}

std::optional<std::string> digest_sources(const World& world, const std::string& run_directory,
                                          std::string_view array) {
  Sources sources(world);
  for (const std::string& name : sources.add(run_directory)) {
    if (!name.starts_with("attempt-")) continue;
    sources.add_mark(name);
    sources.add(join_path(run_directory, name));
  }
  if (array.empty()) return std::move(sources).bytes();
  const std::string directory =
      format("{}/{}", run_directory.substr(0, run_directory.rfind('/')), array);
  // An array's directory is not listed: it has a link per task.
  for (int number = 1;; ++number) {
    sources.add_mark(format("{} {}", array, number));
    if (sources.add(attempt_directory(directory, number)).empty()) break;
  }
  return std::move(sources).bytes();
}

std::string digest_text(const std::string& sources, std::string_view array, std::string_view rest) {
  return format("{}{} {}\n{}", kDigestStart, sum_of(sources, rest), array, rest);
}

std::optional<IndexedRun> read_digest(const World& world, const std::string& run_directory) {
  const auto file = world.read_if_present(join_path(run_directory, std::string(kDigestFile)));
  if (!file || !*file) return std::nullopt;
  std::string_view text = **file;
  std::string_view first = take_line(text);
  if (!first.starts_with(kDigestStart)) return std::nullopt;
  first.remove_prefix(kDigestStart.size());
  if (first.size() <= kSumLength || first[kSumLength] != ' ') return std::nullopt;
  const std::string_view array = first.substr(kSumLength + 1);
  if (!array.empty() && array_in(array).empty()) return std::nullopt;
  const auto sources = digest_sources(world, run_directory, array);
  if (!sources || sum_of(*sources, text) != first.substr(0, kSumLength)) return std::nullopt;
  auto run = run_from(text);
  if (!run || run->row.id != run_directory.substr(run_directory.rfind('/') + 1)) {
    return std::nullopt;
  }
  run->row.directory = run_directory;
  return run;
}

void write_digest(World& world, const IndexedRun& run, std::string_view array,
                  const std::string& sources) {
  std::string lines;
  for (const Measurement& measurement : run.measurements) {
    const std::string line = measurement_line(measurement);
    if (!gives_back(line, measurement)) return;
    lines += line + "\n";
  }
  const std::string rest = format("{}\n{}\n{}\n{}", row_text(run), text_of(run.row.parameters),
                                  text_of(run.row.tags), lines);
  auto read = run_from(rest);
  if (!read) return;
  read->row.directory = run.row.directory;
  if (read->row != run.row || read->launches != run.launches) return;
  [[maybe_unused]] const Status kept =
      world.write_plain(join_path(run.row.directory, std::string(kDigestFile)),
                        digest_text(sources, array, rest), FileMode::Private);
}

}  // namespace gpujob
