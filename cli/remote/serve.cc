// SPDX-License-Identifier: MIT
#include "remote/serve.h"

#include <array>

#include "base/format.h"
#include "base/paths.h"
#include "base/sha256.h"
#include "base/text.h"
#include "base/ulid.h"
#include "remote/path_patterns.h"
#include "remote/pieces.h"
#include "remote/project_copy.h"

namespace gpujob {

namespace {

/// Everything that another gpujob may ask for: about runs and GPUs, and none that
/// waits or asks back.
constexpr std::array<std::string_view, 8> kServed = {"submit-as", "status", "cancel",  "recover",
                                                     "collect",   "logs",   "version", "gpus"};
/// Those without an effect: ended once the reader of the answer has gone.
constexpr std::array<std::string_view, 4> kOnlyAsking = {"status", "logs", "version", "gpus"};
constexpr Milliseconds kCommandDeadline{150'000};
constexpr std::size_t kCommandOutput = 8u << 20;

CenterAnswer refusal_of(const Failure& failure) {
  CenterAnswer answer;
  answer.exit = static_cast<int>(failure.exit);
  for (const Diagnostic& one : failure.diagnostics) answer.err += one.line() + "\n";
  return answer;
}

/// A directory for the files of one command, removed with this.
class CarriedFiles {
 public:
  CarriedFiles(World& world, const CenterRequest& request) : world_(world) {
    if (!request.files.empty()) {
      directory_ = join_path(cache_home(world), "carried/" + make_ulid(world));
    }
  }
  ~CarriedFiles() {
    if (!directory_.empty()) (void)world_.remove_tree(directory_);
  }
  CarriedFiles(const CarriedFiles&) = delete;
  CarriedFiles& operator=(const CarriedFiles&) = delete;

  Status write(const CenterRequest& request) {
    for (const auto& [name, text] : request.files) {
      const std::string path = path_of(name);
      if (auto made = world_.make_directory(path.substr(0, path.rfind('/'))); !made) return made;
      if (auto put = world_.write_plain(path, text, FileMode::Private); !put) return put;
    }
    return {};
  }
  std::string path_of(const std::string& name) const { return join_path(directory_, name); }

 private:
  World& world_;
  std::string directory_;
};

/// Directories "profiles/0", "profiles/1", … among the files: they come before the center's own.
std::string profile_path(const CenterRequest& request, const CarriedFiles& carried) {
  std::string path;
  for (int i = 0; i < 16; ++i) {
    const std::string name = format("profiles.{}", i);
    const auto first = request.files.lower_bound(name + "/");
    if (first == request.files.end() || !first->first.starts_with(name + "/")) break;
    path += (path.empty() ? "" : ":") + carried.path_of(name);
  }
  return path;
}

CenterAnswer run_served(World& world, const CenterRequest& request) {
  const std::string& name = request.words.front();
  if (!contains(kServed, name)) {
    return refusal_of({ExitCode::Usage, "gpujob serve",
                       format("'{}' is not served", printable(name)), "",
                       "use the same version of gpujob on both sides"});
  }
  CarriedFiles carried(world, request);
  if (auto written = carried.write(request); !written) return refusal_of(written.failure());
  ProcessRequest child;
  child.argv = {world.program_path()};
  for (std::size_t i = 0; i < request.words.size(); ++i) {
    const std::string& word = request.words[i];
    child.argv.push_back(request.file_words.contains(i) ? carried.path_of(word) : word);
  }
  child.environment = world.environment();
  for (const auto& [variable, value] : request.environment) child.environment[variable] = value;
  if (const std::string path = profile_path(request, carried); !path.empty()) {
    child.environment["GPUJOB_PROFILE_PATH"] = path;
  }
  child.deadline = kCommandDeadline;
  child.output_limit = kCommandOutput;
  child.on_stop = contains(kOnlyAsking, name) ? OnStop::End : OnStop::Finish;
  const auto answer = world.run(child);
  if (!answer) return refusal_of(answer.failure());
  const int exit = answer->timed_out ? static_cast<int>(ExitCode::Unknown) : answer->exit_status;
  return {exit, answer->out, answer->err, {}};
}

/// Adds the files of `directory` and, where `depth` allows, of those below it.
Status add_files(const World& world, const std::string& directory, const std::string& prefix,
                 int depth, std::vector<CenterFile>& files) {
  const auto names = world.list(directory);
  if (!names) return names.failure();
  for (const std::string& name : *names) {
    const std::string path = join_path(directory, name);
    const std::string inner = prefix + name;
    if (!is_inner_path(inner)) continue;
    const FileKind kind = world.kind(path);
    if (kind == FileKind::Directory && depth > 0 && name != kCopyName) {
      if (auto added = add_files(world, path, inner + "/", depth - 1, files); !added) return added;
    }
    if (kind != FileKind::File) continue;
    const auto text = world.read_range(path, 0, kLargestFile + 1);
    if (!text) return text.failure();
    const bool fits = text->size() <= kLargestFile;
    files.push_back({inner, text->size(), fits ? sha256(*text) : ""});
  }
  return {};
}

/// The path of a file below a run's directory, no part of which is a link that leads out of it.
Result<std::string> inner_file(const World& world, const std::string& directory,
                               const std::string& inner) {
  std::string path = directory;
  for (const std::string_view name : split(inner, '/')) {
    path = join_path(path, std::string(name));
    const auto target = world.follow_links(path);
    if (!target) return target.failure();
    if (*target != path) {
      return Failure{ExitCode::Usage, path, "is a link", "it may lead out of the run's directory"};
    }
  }
  return path;
}

/// Adds what a job left below `directory` and `patterns` ask for; what is a link stays.
Status add_outputs(const World& world, const PathPatterns& patterns, const std::string& copy,
                   const std::string& directory, std::vector<CenterFile>& files) {
  const auto names = world.list(join_path(copy, directory));
  if (!names) return names.failure();
  for (const std::string& name : *names) {
    const std::string inner = join_path(directory, name);
    const std::string path = join_path(copy, inner);
    if (!is_copy_path(inner) || world.link_target(path)) continue;
    const FileKind kind = world.kind(path);
    if (kind == FileKind::Directory) {
      if (auto added = add_outputs(world, patterns, copy, inner, files); !added) return added;
    }
    if (kind != FileKind::File || !patterns.matches_or_holds(inner)) continue;
    CenterFile file{inner, 0, ""};
    while (true) {
      const auto text = world.read_range(path, file.size, kOutputPiece);
      if (!text) return text.failure();
      file.size += text->size();
      if (!text->empty() && file.size <= kLargestOutput) file.sums.push_back(sha256(*text));
      if (text->size() < kOutputPiece || file.size > kLargestOutput) break;
    }
    if (file.size > kLargestOutput) file.sums.clear();
    files.push_back(std::move(file));
  }
  return {};
}

CenterAnswer output_answer_of(const World& world, const std::string& copy,
                              const CenterRequest& request) {
  CenterAnswer answer;
  answer.exit = 0;
  if (request.kind == CenterRequest::Kind::Outputs) {
    if (world.kind(copy) != FileKind::Directory) {
      return refusal_of({ExitCode::Usage, format("run {}", request.run), "has no copy of a folder",
                         "it was sent without --sync"});
    }
    const auto patterns = PathPatterns::read("--outputs", join(request.match, "\n"));
    if (!patterns) return refusal_of(patterns.failure());
    const Status added = add_outputs(world, *patterns, copy, "", answer.files);
    return added ? answer : refusal_of(added.failure());
  }
  const auto path = inner_file(world, copy, request.path);
  if (!path) return refusal_of(path.failure());
  if (world.kind(*path) != FileKind::File) {
    return refusal_of({ExitCode::Usage, printable(*path), "is not a file"});
  }
  auto text = world.read_range(*path, request.at, kOutputPiece);
  if (!text) return refusal_of(text.failure());
  answer.out = *std::move(text);
  return answer;
}

CenterAnswer answer_of(World& world, const CenterPart& part, const CenterRequest& request) {
  if (request.kind == CenterRequest::Kind::Command) return run_served(world, request);
  if (request.kind == CenterRequest::Kind::Lacks) {
    const std::string folder = pieces_directory(world);
    if (auto made = world.make_directory(folder); !made) return refusal_of(made.failure());
    auto lacking = lacking_pieces(world, request.sums);
    if (!lacking) return refusal_of(lacking.failure());
    const bool has_rsync = world.find_program("rsync").has_value();
    return {0, "", "", {}, {*std::move(lacking), folder, has_rsync}};
  }
  const auto directory = part.run_directory(request.run);
  if (!directory) return refusal_of(directory.failure());
  if (request.kind == CenterRequest::Kind::Outputs || request.kind == CenterRequest::Kind::Output) {
    return output_answer_of(world, join_path(*directory, kCopyName), request);
  }
  CenterAnswer answer;
  answer.exit = 0;
  if (request.kind == CenterRequest::Kind::List) {
    const Status added = add_files(world, *directory, "", 1, answer.files);
    return added ? answer : refusal_of(added.failure());
  }
  const auto path = inner_file(world, *directory, request.path);
  if (!path) return refusal_of(path.failure());
  auto text = world.read_range(*path, request.at, kLargestFile);
  if (!text) return refusal_of(text.failure());
  answer.out = *std::move(text);
  return answer;
}

}  // namespace

Status serve_batch(World& world, const CenterPart& part, std::string_view batch) {
  const auto requests = read_batch(batch);
  if (!requests) return requests.failure();
  for (std::size_t i = 0; i < requests->size(); ++i) {
    const CenterRequest& request = (*requests)[i];
    if (world.interrupted() != 0) return {};  // no reader: nothing more is begun
    part.say(write_answer_lines(i + 1, request, answer_of(world, part, request)));
  }
  part.say(write_end(requests->size()));
  return {};
}

}  // namespace gpujob
