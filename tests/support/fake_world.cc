// SPDX-License-Identifier: MIT
#include "support/fake_world.h"

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <mutex>

#include "base/file_error.h"

namespace gpujob {

namespace {

/// 2026-11-21T09:30:00Z
constexpr Instant kStart{std::chrono::milliseconds{1'795'253'400'000}};
constexpr const char* kBootId = "00000000-0000-4000-8000-000000000001";

std::string parent_of(const std::string& path) {
  const std::size_t slash = path.rfind('/');
  return slash == 0 || slash == std::string::npos ? "/" : path.substr(0, slash);
}

std::string base_name(const std::string& path) {
  return path.substr(path.rfind('/') + 1);
}

bool begins_with(const std::vector<std::string>& argv, const std::vector<std::string>& prefix) {
  if (argv.size() < prefix.size()) return false;
  for (std::size_t i = 0; i < prefix.size(); ++i) {
    const bool bare_name = i == 0 && prefix[0].find('/') == std::string::npos;
    if ((bare_name ? base_name(argv[0]) : argv[i]) != prefix[i]) return false;
  }
  return true;
}

std::string joined(const std::vector<std::string>& argv) {
  std::string text;
  for (const std::string& word : argv) text += (text.empty() ? "" : " ") + word;
  return text;
}

}  // namespace

ProcessAnswer ended(int exit_status, std::string out, std::string err) {
  return {exit_status, false, std::move(out), std::move(err), Milliseconds{0}};
}

ProcessAnswer ended_at_deadline(Milliseconds deadline) {
  return {128 + SIGTERM, true, "", "", deadline};
}

FakeWorld::FakeWorld() : clock(kStart) {}

void FakeWorld::put(const std::string& path, std::string text, FileMode mode) {
  files[path] = {std::move(text), mode};
  for (std::string above = parent_of(path); above != "/"; above = parent_of(above)) {
    directories.insert(above);
  }
}

std::string FakeWorld::text_of(const std::string& path) const {
  const auto found = files.find(path);
  return found == files.end() ? "" : found->second.text;
}

void FakeWorld::install(const std::vector<std::string>& prefix) {
  if (prefix.at(0).find('/') == std::string::npos) {
    programs.try_emplace(prefix[0], "/usr/bin/" + prefix[0]);
  }
}

void FakeWorld::once(std::vector<std::string> prefix, ProcessAnswer answer) {
  install(prefix);
  once_.emplace_back(std::move(prefix),
                     [answer = std::move(answer)](const ProcessRequest&) { return answer; });
}

void FakeWorld::always(std::vector<std::string> prefix, ProcessAnswer answer) {
  always(std::move(prefix), [answer = std::move(answer)](const ProcessRequest&) { return answer; });
}

void FakeWorld::always(std::vector<std::string> prefix, Answerer answer) {
  install(prefix);
  always_.emplace_back(std::move(prefix), std::move(answer));
}

void FakeWorld::refuse_start(const std::string& name, int error) {
  unstartable_[name] = error;
}

void FakeWorld::fail_write(int n, int error) {
  failing_writes_[write_count_ + n] = error;
}

void FakeWorld::interrupt_sleep(int n, int signal) {
  interrupting_sleeps_[sleep_count_ + n] = signal;
}

std::optional<std::string> FakeWorld::variable(const std::string& name) const {
  const auto found = variables.find(name);
  if (found == variables.end()) return std::nullopt;
  return found->second;
}

std::string FakeWorld::user_name() const {
  return variable("USER").value_or("1000");
}

bool FakeWorld::sleep(Milliseconds duration) {
  if (interrupted_ != 0) return false;
  sleeps.push_back(duration);
  clock += duration;
  const auto interrupting = interrupting_sleeps_.find(++sleep_count_);
  if (interrupting != interrupting_sleeps_.end()) interrupted_ = interrupting->second;
  if (on_sleep) on_sleep(*this);
  return interrupted_ == 0;
}

std::string FakeWorld::random_bytes(std::size_t count) {
  std::string bytes;
  for (std::size_t i = 0; i < count; ++i) {
    random_state_ = random_state_ * 1103515245u + 12345u;
    bytes += static_cast<char>(random_state_ >> 16);
  }
  return bytes;
}

int FakeWorld::read_error(const std::string& path) const {
  const auto unreadable = unreadable_.find(path);
  return unreadable == unreadable_.end() ? 0 : unreadable->second;
}

FileKind FakeWorld::kind(const std::string& path) const {
  if (hidden_.count(path) != 0) return FileKind::Unreadable;
  if (files.count(path) != 0) return FileKind::File;
  return directories.count(path) != 0 ? FileKind::Directory : FileKind::Absent;
}

Result<bool> FakeWorld::is_file(const std::string& path) const {
  if (hidden_.count(path) != 0) return file_failure(path, "look at", EACCES);
  return files.count(path) != 0;
}

Result<std::string> FakeWorld::read_file(const std::string& path) const {
  return read_range(path, 0, std::string::npos);
}

Result<std::string> FakeWorld::read_range(const std::string& path, std::size_t offset,
                                          std::size_t limit) const {
  if (const int error = read_error(path)) return file_failure(path, "read", error);
  if (directories.count(path) != 0) return file_failure(path, "read", EISDIR);
  const auto found = files.find(path);
  if (found == files.end()) return file_failure(path, "read", ENOENT);
  const std::string& text = found->second.text;
  return offset >= text.size() ? std::string() : text.substr(offset, limit);
}

Result<std::vector<std::string>> FakeWorld::list(const std::string& path) const {
  if (const int error = read_error(path)) return file_failure(path, "list", error);
  std::set<std::string> names;
  const auto add = [&](const std::string& entry) {
    if (entry != "/" && parent_of(entry) == path) names.insert(base_name(entry));
  };
  for (const auto& [name, file] : files) add(name);
  for (const std::string& name : directories) add(name);
  return std::vector<std::string>(names.begin(), names.end());
}

Status FakeWorld::put_written(const Write& write, const char* action) {
  const std::string& path = write.path;
  const auto failing = failing_writes_.find(++write_count_);
  if (failing != failing_writes_.end()) return file_failure(path, action, failing->second);
  if (directories.count(path) != 0) return file_failure(path, action, EISDIR);
  if (directories.count(parent_of(path)) == 0) return file_failure(path, action, ENOENT);
  files[path] = {write.text, write.mode};
  writes.push_back(write);
  return {};
}

Status FakeWorld::write_file(const std::string& path, std::string_view text, FileMode mode) {
  return put_written({path, std::string(text), mode}, "write");
}

Status FakeWorld::create_file(const std::string& path, std::string_view text, FileMode mode) {
  if (files.count(path) != 0 || directories.count(path) != 0) {
    return file_failure(path, "create", EEXIST);
  }
  return put_written({path, std::string(text), mode}, "create");
}

Status FakeWorld::make_directory(const std::string& path) {
  for (std::string above = path; above != "/"; above = parent_of(above)) {
    if (files.count(above) != 0) return file_failure(above, "make directory", ENOTDIR);
  }
  for (std::string above = path; above != "/"; above = parent_of(above)) {
    directories.insert(above);
  }
  return {};
}

Status FakeWorld::make_link(const std::string& path, const std::string& target) {
  links_.insert(path);
  return create_file(path, target, FileMode::Private);
}

Result<std::string> FakeWorld::follow_links(const std::string& path) const {
  const auto link = files.find(path);
  if (links_.count(path) == 0 || link == files.end()) return path;
  const std::string& target = link->second.text;
  return target.starts_with('/') ? target : path.substr(0, path.rfind('/') + 1) + target;
}

Status FakeWorld::remove_file(const std::string& path) {
  if (directories.count(path) != 0) return file_failure(path, "remove", EISDIR);
  files.erase(path);
  return {};
}

Status FakeWorld::remove_tree(const std::string& path) {
  const std::string below = path + "/";
  std::erase_if(files, [&](const auto& file) { return file.first.starts_with(below); });
  std::erase_if(directories,
                [&](const auto& one) { return one == path || one.starts_with(below); });
  files.erase(path);
  return {};
}

std::optional<std::string> FakeWorld::find_program(const std::string& name) const {
  if (name.find('/') != std::string::npos) {
    const auto file = files.find(name);
    const bool starts = file != files.end() && file->second.mode == FileMode::Executable;
    return starts ? std::optional(name) : std::nullopt;
  }
  const auto found = programs.find(name);
  if (found == programs.end()) return std::nullopt;
  return found->second;
}

const FakeWorld::Answerer* FakeWorld::find_answer(const std::vector<std::string>& argv) {
  const auto matches = [&](const Scripted& scripted) { return begins_with(argv, scripted.first); };
  const auto next = std::find_if(once_.begin(), once_.end(), matches);
  if (next != once_.end()) {
    taken_ = std::move(next->second);
    once_.erase(next);
    return &taken_;
  }
  const auto latest = std::find_if(always_.rbegin(), always_.rend(), matches);
  return latest == always_.rend() ? nullptr : &latest->second;
}

Result<ProcessAnswer> FakeWorld::run(const ProcessRequest& request) {
  static std::recursive_mutex one_at_a_time;  // they may be run side by side
  const std::lock_guard lock(one_at_a_time);
  requests.push_back(request);
  if (on_run) on_run(request);
  const std::string& program_name = request.argv.at(0);
  const auto unstartable = unstartable_.find(base_name(program_name));
  if (unstartable != unstartable_.end()) return start_failure(program_name, unstartable->second);
  const Answerer* const answerer = find_answer(request.argv);
  if (answerer == nullptr) {
    return Failure(ExitCode::Failed, "'" + program_name + "'", "cannot start",
                   "the test scripted no answer for: " + joined(request.argv));
  }
  const Answerer chosen = *answerer;  // it may script another one in its place
  const ProcessAnswer answer = chosen(request);
  clock += answer.elapsed;
  if (answer.exit_status >= 0) return answer;
  return Failure(ExitCode::Unknown, "'" + program_name + "'", "its answer broke off",
                 "input/output error", "try again in a minute");
}

Result<ProcessIdentity> FakeWorld::start_detached(const DetachedRequest& request) {
  const std::string& program_name = request.argv.at(0);
  const auto unstartable = unstartable_.find(base_name(program_name));
  if (unstartable != unstartable_.end()) return start_failure(program_name, unstartable->second);
  detached.push_back(request);
  const ProcessIdentity process{next_pid_, next_pid_ * 10, kBootId};
  ++next_pid_;
  alive_[process.pid] = process;
  if (on_detach) on_detach(request);
  return process;
}

bool FakeWorld::alive(const ProcessIdentity& process) const {
  const auto found = alive_.find(process.pid);
  return found != alive_.end() && found->second == process;
}

Status FakeWorld::signal_group(const ProcessIdentity& process, int signal) {
  if (!alive(process)) return signal_failure(process.pid, ESRCH);
  signals.push_back({process, signal});
  if (signal == SIGTERM || signal == SIGKILL) alive_.erase(process.pid);
  return {};
}

Result<int> FakeWorld::run_interactive(const std::vector<std::string>& argv,
                                       const Environment& environment) {
  interactive.push_back(argv);
  interactive_environment = environment;
  const auto unstartable = unstartable_.find(base_name(argv.at(0)));
  if (unstartable != unstartable_.end()) return start_failure(argv[0], unstartable->second);
  return interactive_status;
}

}  // namespace gpujob
