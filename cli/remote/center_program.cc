// SPDX-License-Identifier: MIT
#include "remote/center_program.h"

#include <algorithm>
#include <array>
#include <optional>

#include "base/child_environment.h"
#include "base/format.h"
#include "base/memory_size.h"
#include "base/paths.h"
#include "base/sha256.h"
#include "base/text.h"
#include "remote/connection.h"

namespace gpujob {

namespace {

/// A login shell of any kind reads it alike: one line without a quote, "!" or backslash inside.
constexpr const char* kAskMachine =
    "exec sh -c 'echo gpujob-machine \"$(uname -s)\" \"$(uname -m)\"'";
/// VERSION and SUM are put in. What a killed one left is removed an hour later: another may be at
/// work.
constexpr const char* kTake =
    "exec sh -c '"
    "say() { echo \"gpujob-put $1\"; exit 0; }; umask 022; LC_ALL=C; export LC_ALL; "
    "cd && mkdir -p .local/share/gpujob && cd .local/share/gpujob || say write; "
    "find . -maxdepth 1 -name \".incoming-*\" -mmin +60 -exec rm -rf {} +; "
    "t=.incoming-$$; trap \"rm -rf $t\" 0; trap \"exit 1\" 1 2 13 15; "
    "mkdir $t && cat > $t/tar.gz || say write; "
    "set -- $(sha256sum $t/tar.gz); [ \"$1\" = SUM ] || say sum; "
    "mkdir $t/new && tar -xzf $t/tar.gz --strip-components=1 -C $t/new || say write; "
    "$t/new/bin/gpujob version > $t/said && grep -qxF \"gpujob VERSION\" $t/said || say run; "
    "if [ -e VERSION ]; then mv VERSION $t/old || say write; fi; "
    "mv $t/new VERSION || say write; say done'";
constexpr std::string_view kMachineSays = "gpujob-machine Linux ";
constexpr std::string_view kTakeSays = "gpujob-put ";
constexpr Milliseconds kMachineDeadline{60'000};
/// Of a slow line.
constexpr Milliseconds kTakeDeadline{1'800'000};
constexpr Milliseconds kTarDeadline{120'000};
constexpr std::size_t kLargestPackage = 256u << 20;

/// What follows `beginning` on a line, behind any words of login scripts.
std::optional<std::string> said_after(std::string_view beginning, const std::string& out) {
  for (const std::string_view line : lines(out)) {
    if (line.starts_with(beginning)) return printable(trim(line.substr(beginning.size())));
  }
  return std::nullopt;
}

/// What a program said first on its stderr.
Failure line_ended(const CenterAddress& center, const ProcessAnswer& answer) {
  return {ExitCode::Unknown, format("site '{}'", center.site),
          answer.timed_out ? "no answer in time" : "the connection ended before an answer",
          first_words(answer),
          format("run 'gpujob connect {}' again; nothing is left half made there", center.site)};
}

/// Runs one of the texts above there.
Result<ProcessAnswer> run_there(World& world, const CenterAddress& center,
                                const std::string& command, std::string text,
                                Milliseconds deadline) {
  auto call = request_through(world, center.host, command);
  if (!call) return call.failure();
  call->stdin_text = std::move(text);
  call->deadline = deadline;
  auto answer = world.run(*call);
  if (answer) {
    note_traffic(world, center.host, call->stdin_text.size(),
                 answer->out.size() + answer->err.size());
  }
  return answer;
}

/// A number of `size` bytes, the lowest first; past the end of the text 0.
std::uint64_t number_at(std::string_view bytes, std::size_t at, std::size_t size) {
  std::uint64_t number = 0;
  for (std::size_t i = size; i-- > 0;) {
    if (at + i >= bytes.size()) return 0;
    number = number << 8U | static_cast<unsigned char>(bytes[at + i]);
  }
  return number;
}

/// Why these bytes are not a static program for that machine, from their ELF header; else empty.
std::string why_unfit(std::string_view program, const std::string& machine) {
  constexpr std::array<std::pair<std::uint64_t, std::string_view>, 2> kMachines = {
      {{0x3e, "x86_64"}, {0xb7, "aarch64"}}};
  constexpr std::uint64_t kInterpreter = 3;  // PT_INTERP: the loader of shared libraries
  if (!program.starts_with("\x7f"
                           "ELF\x02\x01"))
    return "it is not a program of Linux";
  const std::uint64_t of_header = number_at(program, 18, 2);
  const auto* const known = std::find_if(kMachines.begin(), kMachines.end(),
                                         [&](const auto& one) { return one.first == of_header; });
  if (known == kMachines.end() || known->second != machine) {
    return format("it is for {}",
                  known == kMachines.end() ? "another machine" : std::string(known->second));
  }
  const std::uint64_t first = number_at(program, 32, 8);
  const std::uint64_t size = number_at(program, 54, 2);
  const std::uint64_t count = number_at(program, 56, 2);
  for (std::uint64_t i = 0; i < count && first < program.size(); ++i) {
    if (number_at(program, first + i * size, 4) == kInterpreter) {
      return "it needs shared libraries of its machine";
    }
  }
  return "";
}

Result<std::string> run_tar(World& world, std::vector<std::string> words, std::string text) {
  words.insert(words.begin(), "tar");
  ProcessRequest call;
  call.argv = std::move(words);
  call.environment = child_environment(world.environment());
  call.stdin_text = std::move(text);
  call.deadline = kTarDeadline;
  call.output_limit = kLargestPackage;
  call.at_limit = AtLimit::End;
  auto answer = world.run(call);
  if (!answer) return answer.failure();
  if (answer->exit_status == 0) return std::move(answer->out);
  return Failure{ExitCode::Failed, "tar", format("ended with {}", answer->exit_status),
                 first_words(*answer), ""};
}

}  // namespace

std::string program_folder(const std::string& version) {
  return "~/.local/share/gpujob/" + version;
}

Result<std::string> machine_at(World& world, const CenterAddress& center) {
  const auto answer = run_there(world, center, kAskMachine, "", kMachineDeadline);
  if (!answer) return answer.failure();
  const auto machine = said_after(kMachineSays, answer->out);
  if (machine) return *machine;
  if (answer->exit_status != 0) return line_ended(center, *answer);
  return Failure{ExitCode::Scheduler, format("site '{}'", center.site),
                 "gpujob cannot be put there", "it is not a machine with Linux"};
}

Result<std::string> package_for(World& world, const std::string& version,
                                const std::string& machine, const std::string& file) {
  const auto unfit = [&](const std::string& where, std::string why) {
    return Failure{ExitCode::Usage, where, "cannot be put at the center", std::move(why),
                   format("give --program gpujob-cli-{}-linux-{}.tar.gz, which './dev dist' makes",
                          version, machine)};
  };
  if (file.empty()) {
    constexpr std::string_view kProgram = "/bin/gpujob";
    const std::string path = world.program_path();
    const auto program = world.read_file(path);
    if (!program) return program.failure();
    const std::string why = why_unfit(*program, machine);
    if (!why.empty()) return unfit(path, why);
    const std::string prefix =
        path.ends_with(kProgram) ? path.substr(0, path.size() - kProgram.size()) : "";
    if (prefix.empty() || world.kind(join_path(prefix, "share/gpujob")) != FileKind::Directory) {
      return unfit(path, "its data is not in share/gpujob beside its bin");
    }
    const std::size_t slash = prefix.rfind('/');
    const std::string name = prefix.substr(slash + 1);
    std::vector<std::string> words = {"-czhf", "-", "-C", prefix.substr(0, slash + 1), "--"};
    for (const char* const part : {"bin/gpujob", "share/gpujob", "share/doc/gpujob"}) {
      if (world.kind(join_path(prefix, part)) != FileKind::Absent) {
        words.push_back(join_path(name, part));
      }
    }
    return run_tar(world, std::move(words), "");
  }
  auto tarball = world.read_file(file);
  if (!tarball) return tarball;
  const auto listed = run_tar(world, {"-tzf", "-"}, *tarball);
  const std::string name = listed ? listed->substr(0, listed->find_first_of("/\n")) : "";
  const std::string ending = format("{}-linux-{}", version, machine);
  if (name != "gpujob-" + ending && name != "gpujob-cli-" + ending) {
    return unfit(printable(file), listed ? format("it holds '{}'", printable(name))
                                         : listed.failure().diagnostics.front().line());
  }
  const auto program = run_tar(world, {"-xzOf", "-", "--", name + "/bin/gpujob"}, *tarball);
  if (!program) return unfit(printable(file), program.failure().diagnostics.front().line());
  const std::string why = why_unfit(*program, machine);
  if (!why.empty()) return unfit(printable(file), why);
  return tarball;
}

Status put_program(World& world, const CenterAddress& center, const std::string& tarball) {
  const std::string command =
      replace_all(replace_all(kTake, "VERSION", center.version), "SUM", sha256(tarball));
  world.progress(format("copying gpujob to {} ({})", center.site,
                        format_bytes(static_cast<double>(tarball.size()))));
  const auto answer = run_there(world, center, command, tarball, kTakeDeadline);
  world.progress("");
  if (!answer) return answer.failure();
  const std::string said = said_after(kTakeSays, answer->out).value_or("");
  if (said == "done") return {};
  const std::string where = format("site '{}'", center.site);
  const std::string again = format("then run 'gpujob connect {} --install'", center.site);
  const std::string words = first_words(*answer);
  if (said == "write") {
    return Failure{ExitCode::Scheduler, where,
                   format("gpujob could not be written to {}", program_folder(center.version)),
                   words, "make room in your home directory there, " + again};
  }
  if (said == "sum") {
    return Failure{ExitCode::Scheduler, where, "gpujob did not arrive whole",
                   words.empty() ? "its checksum there is another" : words,
                   format("run 'gpujob connect {} --install' again", center.site)};
  }
  if (said == "run") {
    return Failure{ExitCode::Scheduler, where, "the gpujob that was sent does not run there", words,
                   "install it there as docs/install.md says"};
  }
  return line_ended(center, *answer);
}

}  // namespace gpujob
