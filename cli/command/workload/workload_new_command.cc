// SPDX-License-Identifier: MIT
#include <algorithm>

#include "base/format.h"
#include "base/json_value.h"
#include "base/paths.h"
#include "base/suggest.h"
#include "base/text.h"
#include "command/args/commands.h"
#include "command/args/output.h"
#include "script/quoting.h"

// A starter is a folder of templates/workload/. Its files are copied with NAME replaced by the
// workload's name, in file names and text. A line that begins with @LANG@ is for that language
// only.

namespace gpujob {

namespace {

struct Language {
  std::string_view name;
  std::string_view folder;  ///< below templates/workload
};

constexpr std::array<Language, 5> kLanguages = {{{"c++", "compiled"},
                                                 {"cuda", "compiled"},
                                                 {"hip", "compiled"},
                                                 {"python", "python"},
                                                 {"command", "command"}}};

constexpr std::array<Example, 4> kWorkloadNewExamples = {{
    {"gpujob workload new heat", "a C++ program for CPUs, in your configuration directory"},
    {"gpujob workload new heat --lang cuda --in mine",
     "the same source for CUDA too, in mine/heat"},
    {"gpujob workload new heat --lang command", "any program, timed from outside"},
    {"gpujob workload new rows --lesson integrate2d",
     "kernels of the GPU lesson, to change and try"},
}};
constexpr std::array<ArgumentSpec, 1> kWorkloadNewArguments = {
    {{"NAME", "the workload's name: small letters, digits and '_'"}}};
constexpr std::array<OptionSpec, 4> kWorkloadNewOptions = {
    {{.name = "lang",
      .value = "c++|cuda|hip|python|command",
      .help = "language of the program (default c++)",
      .completes = Completes::Choices},
     {.name = "lesson",
      .value = "KERNEL",
      .help = "a kernel of the GPU lesson in CUDA, HIP and Numba"},
     {.name = "in",
      .value = "DIR",
      .help = "parent folder; default: workloads/ in your configuration",
      .completes = Completes::Directory},
     kJsonFormatOption}};

struct WorkloadNewOptions : CommonOptions {
  std::string name;
  const Language* language = nullptr;
  std::optional<std::string> lesson, in;
};

Result<WorkloadNewOptions> parse_workload_new(const Arguments& arguments) {
  const std::string& name = arguments.positional()[0];
  const bool letters =
      name.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789_") == std::string::npos;
  if (!letters || name.empty() || name[0] < 'a' || name[0] > 'z') {
    return Failure{ExitCode::Usage, "NAME", format("'{}' is not a valid name", name), "",
                   "use small letters, digits and '_', a letter first"};
  }
  const std::string word = arguments.value_or("lang", "c++");  // the parser has checked it
  const auto language = std::find_if(kLanguages.begin(), kLanguages.end(),
                                     [&](const Language& one) { return one.name == word; });
  WorkloadNewOptions options{parse_common(arguments), name, &*language, arguments.value("lesson"),
                             arguments.value("in")};
  if (!options.lesson || !arguments.has("lang")) return options;
  return Failure{ExitCode::Usage, "option '--lang'", "cannot be combined with '--lesson'",
                 "a lesson is in CUDA, HIP and Numba", "give one of them"};
}

/// The starter's folder in the first directory of templates that has it.
Result<std::string> starter_folder(const World& world, const Language& language) {
  const auto path = search_path(world, "templates", {});
  for (const std::string& directory : path) {
    std::string folder = format("{}/workload/{}", directory, language.folder);
    if (world.kind(folder) == FileKind::Directory) return folder;
  }
  return Failure{ExitCode::Failed, "templates", format("no starter 'workload/{}'", language.folder),
                 format("looked in {}", join(path, ", ")),
                 "set GPUJOB_DATA_DIR to the installed share/gpujob"};
}

/// The folder of a kernel of the lesson.
Result<std::string> lesson_folder(const World& world, const std::string& kernel) {
  const auto data = data_directory(world);
  if (!data) return data.failure();
  const std::string lessons = join_path(*data, "src/lesson");
  auto names = world.list(lessons);
  if (!names) return names.failure();
  std::erase_if(*names, [&](const std::string& name) {
    return world.kind(format("{}/{}/workload.yaml", lessons, name)) != FileKind::File;
  });
  if (names->empty()) {
    return Failure{ExitCode::Failed, "lesson", format("no kernels in '{}'", lessons), "",
                   "set GPUJOB_DATA_DIR to the installed share/gpujob"};
  }
  if (contains(*names, kernel)) return join_path(lessons, kernel);
  return Failure{ExitCode::Usage, "option '--lesson'", format("no kernel '{}'", kernel),
                 format("it has {}", join(*names, ", ")), did_you_mean(kernel, *names)};
}

std::string fill_starter(const std::string& text, const std::string& name,
                         const Language& language) {
  std::string filled;
  for (std::string_view line : lines(text)) {
    const std::size_t end = line.starts_with('@') ? line.find('@', 1) : std::string_view::npos;
    if (end != std::string_view::npos) {  // else a line of Python may begin with '@'
      const auto words = split(line.substr(1, end - 1), ',');
      if (std::find(words.begin(), words.end(), language.name) == words.end()) continue;
      line.remove_prefix(end + 1);
    }
    filled += replace_all(line, "NAME", name) + "\n";
  }
  return filled;
}

Result<std::vector<std::string>> write_starter(World& world, const std::string& from,
                                               const std::string& folder, const std::string& name,
                                               const Language& language) {
  std::vector<std::string> written;
  const auto files = world.list(from);
  if (!files) return files.failure();
  for (const std::string& file : *files) {
    const auto text = world.read_file(join_path(from, file));
    if (!text) return text.failure();
    const FileMode mode = text->starts_with("#!") ? FileMode::Executable : FileMode::Shared;
    const std::string to = replace_all(file, "NAME", name);
    auto done = world.create_file(join_path(folder, to), fill_starter(*text, name, language), mode);
    if (!done) return done.failure();
    written.push_back(to);
  }
  return written;
}

/// A user's own workload would hide a bundled one of the same name.
Status check_not_bundled(World& world, const std::string& name) {
  const auto data = data_directory(world);
  if (!data) return data.failure();
  if (world.kind(join_path(join_path(*data, "workloads"), name)) == FileKind::Absent) return {};
  return Failure{ExitCode::Usage, "NAME", format("'{}' is a bundled workload", name),
                 "yours would replace it", "choose another name"};
}

void print_made(World& world, const WorkloadNewOptions& options, const std::string& folder,
                const std::vector<std::string>& files) {
  const std::string& name = options.name;
  const std::string where = options.in ? format(" --profile-path {}", shell_word(*options.in)) : "";
  if (options.json) {
    Json document = json_document("workload-new");
    document["workload"] = name;
    document["folder"] = folder;
    document["files"] = files;
    world.out(dump_json(document));
    return;
  }
  world.out(format("{}: {}\n", printable(folder), join(files, ", ")));
  world.err(format("next: 'gpujob workload check {}', then 'gpujob submit {} --site local{}'\n",
                   shell_word(folder), name, where));
}

CommandResult run_workload_new(const WorkloadNewOptions& options, World& world) {
  const std::string& name = options.name;
  const Language& language = *options.language;
  const auto from =
      options.lesson ? lesson_folder(world, *options.lesson) : starter_folder(world, language);
  if (!from) return from.failure();
  if (auto free = check_not_bundled(world, name); !free) return free.failure();
  const std::string parent = options.in.value_or(join_path(config_home(world), "workloads"));
  const std::string folder = join_path(parent, name);
  if (world.kind(folder) != FileKind::Absent) {
    return Failure{ExitCode::Usage, "gpujob workload new", format("'{}' already exists", folder),
                   "nothing is overwritten", "choose another name, or another place with --in"};
  }
  if (auto made = world.make_directory(folder); !made) return made.failure();
  const auto files = write_starter(world, *from, folder, name, language);
  if (!files) {
    // A partial workload would block the next attempt. If the removal fails too, it stays.
    (void)world.remove_tree(folder);
    return files.failure();
  }
  print_made(world, options, folder, *files);
  return status_of(ExitCode::Done);
}

}  // namespace

constinit const Command kWorkloadNewCommand = {
    .name = "workload new",
    .summary = "create a workload of your own",
    .description =
        "Writes a folder with a manifest and a small program that computes something, checks the "
        "answer and writes a timing report. Replace the computation with yours. In your "
        "configuration directory it is found at once; elsewhere add --profile-path.",
    .examples = kWorkloadNewExamples,
    .arguments = kWorkloadNewArguments,
    .option_sets = {kWorkloadNewOptions},
    .run = run_command<parse_workload_new, run_workload_new>,
};

}  // namespace gpujob
