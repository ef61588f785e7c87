// SPDX-License-Identifier: MIT
#include "slurm/ask.h"

#include "base/format.h"
#include "base/text.h"
#include "slurm/job_row.h"

namespace gpujob {

namespace {

/// Longest text taken over into a message, in bytes.
constexpr std::size_t kLongest = 600;

bool is_command_name(std::string_view text) {
  return !text.empty() && text.find_first_of(" \t'\"") == std::string_view::npos;
}

/// "exit status 3", "ended by signal 9".
std::string ending_of(int exit_status) {
  constexpr int kLastSignal = 64;
  const bool by_signal = exit_status > 128 && exit_status <= 128 + kLastSignal;
  return by_signal ? format("ended by signal {}", exit_status - 128)
                   : format("exit status {}", exit_status);
}

/// The first line that speaks of an error; empty without one.
std::string_view first_error(std::string_view text) {
  for (const std::string_view line : lines(text)) {
    if (line.find("error: ") != std::string_view::npos) return line.substr(0, kLongest);
  }
  return "";
}

/// The first line that is neither empty nor a heading.
std::string_view first_words(std::string_view text) {
  for (const std::string_view line : lines(text)) {
    if (!trim(line).empty() && !is_heading(line)) return line.substr(0, kLongest);
  }
  return "";
}

/// Slurm ends each line that it prints.
bool is_cut(const ProcessAnswer& answer) {
  return !answer.out.empty() && answer.out.back() != '\n';
}

}  // namespace

Result<ProcessAnswer> ask_slurm(World& world, const Endpoint& endpoint, const std::string& command,
                                const std::vector<std::string>& arguments, Milliseconds deadline,
                                OnStop on_stop) {
  // Slurm's own commands would look for it for a minute and then speak of something else.
  const bool is_users = endpoint.kind == EndpointKind::Slurm && !endpoint.slurm_conf.empty();
  if (is_users && world.kind(endpoint.slurm_conf) == FileKind::Absent) {
    return Failure(
        ExitCode::Unknown, command, "Slurm cannot be asked",
        format("SLURM_CONF names '{}', which is not there", printable(endpoint.slurm_conf)),
        "set SLURM_CONF to your cluster's file, or unset it");
  }
  const auto interrupted = [&] {
    return Failure(ExitCode::Unknown, command, "interrupted before it answered");
  };
  if (on_stop == OnStop::End && world.interrupted() != 0) return interrupted();
  ProcessRequest request;
  request.argv.push_back(slurm_command(world, endpoint, command));
  if (!endpoint.clusters_option.empty()) {
    request.argv.push_back("--clusters=" + endpoint.clusters_option);
  }
  request.argv.insert(request.argv.end(), arguments.begin(), arguments.end());
  request.environment = endpoint_environment(world.environment(), endpoint);
  request.environment["SLURM_BITSTR_LEN"] = "0";  // the tasks of an array uncut
  request.environment["SLURM_JSON"] = "compact";  // half as long, since 25.05
  // Slurm without a configuration file asks DNS where its controller is. A lost packet of that is
  // sent again after 1 s; by default after 5 s (resolv.conf(5)), as long as a ping may take.
  request.environment.emplace("RES_OPTIONS", "timeout:1 attempts:4");
  const bool is_patient = endpoint.patience.count() == 0;
  request.deadline = is_patient ? deadline : std::min(deadline, endpoint.patience);
  request.output_limit = kMostOutput;
  request.on_stop = on_stop;
  Result<ProcessAnswer> answer = world.run(request);
  const bool was_ended = answer && on_stop == OnStop::End && answer->exit_status > 128;
  if (was_ended && world.interrupted() != 0) return interrupted();
  return answer;
}

std::string_view without_prefix(std::string_view line) {
  line = trim(line);
  const std::size_t colon = line.find(": ");
  if (colon == std::string_view::npos || !is_command_name(line.substr(0, colon))) return line;
  line.remove_prefix(colon + 2);
  for (const std::string_view severity : {"error: ", "fatal: ", "Warning: "}) {
    if (line.starts_with(severity)) return line.substr(severity.size());
  }
  return line;
}

std::string words_of(const ProcessAnswer& answer) {
  std::string words;
  if (answer.timed_out) {
    words = format("no answer within {} s",
                   std::chrono::duration_cast<std::chrono::seconds>(answer.elapsed).count());
  }
  for (const std::string_view line : lines(answer.err)) {
    const std::string_view text = without_prefix(line);
    if (text.empty()) continue;
    if (!words.empty()) words += "; ";
    words += text;
  }
  if (words.size() > kLongest) words.resize(kLongest);
  return printable(words);
}

bool is_incomplete(const ProcessAnswer& answer) {
  if (answer.exit_status != 0 || answer.timed_out || answer.out.size() >= kMostOutput) return true;
  if (is_cut(answer)) return true;
  for (const std::string* const stream : {&answer.out, &answer.err}) {
    for (const std::string_view line : lines(*stream)) {
      const bool is_row = line.find('|') != std::string_view::npos;
      if (!is_row && line.find("error: ") != std::string_view::npos) return true;
    }
  }
  return false;
}

bool has_words_only(const ProcessAnswer& answer) {
  return !trim(answer.err).empty() || !first_words(answer.out).empty();
}

bool has_no_configuration(const ProcessAnswer& answer) {
  return answer.err.find("Could not establish a configuration source") != std::string::npos;
}

Failure not_answered(const std::string& command, const std::string& problem,
                     const ProcessAnswer& answer) {
  std::string why = words_of(answer);
  if (why.empty() && answer.out.size() >= kMostOutput) why = "its answer is too long";
  if (why.empty() && answer.exit_status == 0) why = printable(first_error(answer.out));
  if (why.empty() && answer.exit_status == 0 && is_cut(answer)) why = "its last line broke off";
  if (why.empty() && answer.exit_status == 0) why = printable(first_words(answer.out));
  if (why.empty()) why = ending_of(answer.exit_status);
  return {ExitCode::Unknown, command, problem, std::move(why), "try again in a minute"};
}

}  // namespace gpujob
