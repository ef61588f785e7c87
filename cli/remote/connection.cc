// SPDX-License-Identifier: MIT
#include "remote/connection.h"

#include <algorithm>
#include <initializer_list>
#include <map>

#include "base/child_environment.h"
#include "base/format.h"
#include "base/json_value.h"
#include "base/paths.h"
#include "base/sha256.h"
#include "base/side_by_side.h"
#include "base/text.h"
#include "run/json_fields.h"
#include "script/parse.h"

namespace gpujob {

namespace {

/// The name of a socket is limited to 108 bytes, 104 on other systems, and ssh appends 17 to it
/// while it makes one.
constexpr std::size_t kLongestSocket = 104 - 17;
constexpr Milliseconds kSshDeadline{10'000};
constexpr std::string_view kRecordEnd = ".json";
constexpr std::string_view kNoMaster = "gpujob: no master connection";

std::string sockets_directory(const World& world) {
  const std::string given = world.variable("XDG_RUNTIME_DIR").value_or("");
  const bool usable = given.starts_with('/') && world.kind(given) == FileKind::Directory;
  return join_path(usable ? join_path(given, "gpujob") : state_home(world), "ssh");
}

/// By the host, so that two sites behind one host share a connection.
std::string socket_of(const World& world, const std::string& host) {
  return join_path(sockets_directory(world), sha256(host).substr(0, 16));
}

std::string record_of(const std::string& socket) {
  return socket + std::string(kRecordEnd);
}

Result<std::vector<std::string>> ssh_words(const World& world) {
  const std::string given = world.variable("GPUJOB_SSH").value_or("");
  if (trim(given).empty()) return std::vector<std::string>{"ssh"};
  auto words = split_words(given);
  if (words && !words->empty()) return words;
  return Failure{ExitCode::Usage, "GPUJOB_SSH", format("'{}' is not a command", printable(given)),
                 "it is split into words at blanks, quotes are honoured", ""};
}

void add_options(std::vector<std::string>& words, std::initializer_list<std::string> options) {
  for (const std::string& option : options) {
    words.emplace_back("-o");
    words.push_back(option);
  }
}

/// What every call of ssh has; a percent sign in a socket's path stands for nothing else.
Result<std::vector<std::string>> ssh_with_socket(const World& world, const std::string& host) {
  if (auto good = check_ssh_host(host); !good) return good.failure();
  auto words = ssh_words(world);
  if (!words) return words;
  add_options(*words, {"ForwardAgent=no", "ForwardX11=no", "ClearAllForwardings=yes"});
  words->emplace_back("-S");
  words->push_back(replace_all(socket_of(world, host), "%", "%%"));
  return words;
}

/// `ssh -O COMMAND`: asks the master itself, nothing goes over the line.
Result<ProcessRequest> call_of_master(const World& world, const std::string& host,
                                      const char* command) {
  auto words = ssh_with_socket(world, host);
  if (!words) return words.failure();
  for (const std::string& word : {std::string("-O"), std::string(command), host}) {
    words->push_back(word);
  }
  ProcessRequest request;
  request.argv = *std::move(words);
  request.environment = child_environment(world.environment());
  request.deadline = kSshDeadline;
  return request;
}

/// What ssh's answer says of the master to that host. No answer in time says nothing of it.
Result<bool> lives(const std::string& host, const Result<ProcessAnswer>& answer) {
  if (!answer) return answer.failure();
  if (!answer->timed_out) return answer->exit_status == 0;
  return Failure{ExitCode::Unknown, format("host '{}'", host),
                 format("ssh did not say within {} s whether a connection is open",
                        kSshDeadline.count() / 1000),
                 "", "ask again"};
}

Status save(World& world, const Connection& connection) {
  const Json document = {{"schema", "gpujob/connection/v1"},
                         {"site", connection.site},
                         {"host", connection.host},
                         {"opened", connection.opened},
                         {"used", connection.used},
                         {"gpujob", connection.gpujob},
                         {"center_host", connection.center_host}};
  return world.write_plain(record_of(connection.socket), dump_json(document), FileMode::Private);
}

Result<Connection> load(const World& world, const std::string& socket) {
  const std::string path = record_of(socket);
  const auto text = world.read_file(path);
  if (!text) return text.failure();
  const auto document = parse_json(*text, path);
  if (!document) return document.failure();
  Connection connection;
  connection.socket = socket;
  for (const auto& [key, field] :
       {std::pair("site", &connection.site), std::pair("host", &connection.host),
        std::pair("opened", &connection.opened), std::pair("used", &connection.used),
        std::pair("gpujob", &connection.gpujob),
        std::pair("center_host", &connection.center_host)}) {
    if (!document->is_object() || !document->contains(key) || !(*document)[key].is_string()) {
      return Failure{ExitCode::Invalid, path, format("'{}' is missing", key), "",
                     "remove the file"};
    }
    *field = (*document)[key].get<std::string>();
  }
  if (auto good = check_ssh_host(connection.host); !good) return good.failure();
  return connection;
}

/// Days that are kept.
constexpr std::size_t kDaysOfTraffic = 7;

/// A number that can still grow.
long long counted_in(const Json& entry, const char* key) {
  constexpr long long kMost = 1LL << 60;
  const long long number = integer_field_of(entry, key).value_or(0);
  return number < 0 || number > kMost ? 0 : number;
}

std::string traffic_file(const World& world, const std::string& host) {
  return join_path(state_home(world), format("traffic/{}.json", sha256(host).substr(0, 16)));
}

bool is_host_character(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
         std::string_view("._-@:").find(c) != std::string_view::npos;
}

}  // namespace

Status check_ssh_host(const std::string& host) {
  if (!host.empty() && host.size() <= 255 && host.front() != '-' &&
      std::all_of(host.begin(), host.end(), is_host_character)) {
    return {};
  }
  return Failure{ExitCode::Usage, format("host '{}'", printable(host)), "not a host of ssh",
                 "letters, digits, '.', '_', '-', '@' and ':'",
                 "give options in ~/.ssh/config or GPUJOB_SSH"};
}

Result<ProcessRequest> request_through(const World& world, const std::string& host,
                                       const std::string& command) {
  auto words = ssh_with_socket(world, host);
  if (!words) return words.failure();
  // Without a master ssh would open a connection; a proxy that says so and ends keeps it from that.
  // ssh puts "exec " before it, and ends it once it has closed its stdout: it reads ssh's first
  // line.
  add_options(*words, {"BatchMode=yes", "ControlMaster=no", "ControlPersist=no",
                       format("ProxyCommand=3>&1; echo {} >&2; read x", kNoMaster), "RequestTTY=no",
                       "LogLevel=ERROR"});
  words->push_back(host);
  words->push_back(command);
  ProcessRequest call;
  call.argv = *std::move(words);
  call.environment = child_environment(world.environment());
  call.environment["SHELL"] = "/bin/sh";  // with it ssh starts what says that no master lives
  return call;
}

bool says_no_master(std::string_view err) {
  // The second is what ssh says of a proxy that ends: with a ControlPersist of the user's own it
  // gives the proxy no stderr.
  return err.find(kNoMaster) != std::string_view::npos ||
         err.find("exchange_identification: ") != std::string_view::npos;
}

Status open_connection(World& world, const std::string& site, const std::string& host) {
  const std::string socket = socket_of(world, host);
  if (socket.size() > kLongestSocket) {
    return Failure{ExitCode::Failed, socket, "too long for a socket",
                   format("{} bytes, at most {}", socket.size(), kLongestSocket),
                   "let XDG_RUNTIME_DIR or GPUJOB_HOME name a shorter directory"};
  }
  if (auto made = world.make_directory(sockets_directory(world)); !made) return made;
  // A master that was killed leaves it; ssh would then open a connection that nothing can use.
  if (auto removed = world.remove_file(socket); !removed) return removed;
  auto words = ssh_with_socket(world, host);
  if (!words) return words.failure();
  add_options(*words, {"ControlMaster=yes", format("ControlPersist={}", kKeptOpen.count()),
                       "ServerAliveInterval=30", "ServerAliveCountMax=4"});
  for (const std::string& word : {std::string("-N"), std::string("-f"), host}) {
    words->push_back(word);
  }
  const auto status = world.run_interactive(*words, world.environment());
  if (!status) return status.failure();
  if (*status != 0) {
    return Failure{ExitCode::Scheduler, format("site '{}'", site), "no connection",
                   format("ssh to '{}' ended with {}", host, *status),
                   format("try 'ssh {}' and see what it says", host)};
  }
  const std::string now = format_instant(world.now());
  return save(world, {site, host, socket, now, now, "", ""});
}

Json to_json(const DayTraffic& day) {
  return {{"day", day.day},
          {"questions", day.questions},
          {"sent", day.sent},
          {"received", day.received}};
}

Result<bool> is_connected(World& world, const std::string& host) {
  return std::move(are_connected(world, {host}).front());
}

std::vector<Result<bool>> are_connected(World& world, const std::vector<std::string>& hosts) {
  std::map<std::string, Result<bool>> found;
  std::vector<ProcessRequest> calls;
  std::vector<std::string> asked;
  for (const std::string& host : hosts) {
    if (found.contains(host)) continue;
    auto call = call_of_master(world, host, "check");
    found.emplace(host, call ? Result<bool>(false) : Result<bool>(call.failure()));
    if (!call) continue;
    calls.push_back(*std::move(call));
    asked.push_back(host);
  }
  const auto answers = run_side_by_side(world, calls);
  for (std::size_t i = 0; i < asked.size(); ++i) {
    found.at(asked[i]) = lives(asked[i], answers[i]);
  }
  std::vector<Result<bool>> open;
  for (const std::string& host : hosts) open.push_back(found.at(host));
  return open;
}

void note_use(World& world, const std::string& host, const std::string& version,
              const std::string& center_host) {
  auto connection = load(world, socket_of(world, host));
  if (!connection) return;  // 'gpujob connections' tells of it
  connection->used = format_instant(world.now());
  connection->gpujob = version;
  connection->center_host = center_host;
  (void)save(world, *connection);
}

std::vector<DayTraffic> traffic_of(const World& world, const std::string& host) {
  const std::string path = traffic_file(world, host);
  const auto text = world.read_if_present(path);
  const auto document = text && *text ? parse_json(**text, path) : Result<Json>(Json());
  std::vector<DayTraffic> days;
  if (!document || !document->is_object() || !document->contains("days")) return days;
  for (const Json& entry : (*document)["days"]) {
    if (!entry.is_object() || days.size() == kDaysOfTraffic) continue;
    days.push_back({printable(text_field_of(entry, "day")), counted_in(entry, "questions"),
                    counted_in(entry, "sent"), counted_in(entry, "received")});
  }
  return days;
}

void note_traffic(World& world, const std::string& host, std::size_t sent, std::size_t received) {
  const std::string today = format_instant(world.now()).substr(0, 10);
  std::vector<DayTraffic> days = traffic_of(world, host);
  if (days.empty() || days.front().day != today) days.insert(days.begin(), {today, 0, 0, 0});
  if (days.size() > kDaysOfTraffic) days.resize(kDaysOfTraffic);
  ++days.front().questions;
  days.front().sent += static_cast<long long>(sent);
  days.front().received += static_cast<long long>(received);
  Json list = Json::array();
  for (const DayTraffic& day : days) list.push_back(to_json(day));
  if (!world.make_directory(join_path(state_home(world), "traffic"))) return;
  (void)world.write_plain(
      traffic_file(world, host),
      dump_json({{"schema", "gpujob/traffic/v1"}, {"host", host}, {"days", std::move(list)}}),
      FileMode::Private);
}

Result<std::vector<Connection>> open_connections(World& world, Diagnostics& problems) {
  const std::string directory = sockets_directory(world);
  const auto names = world.list(directory);
  if (!names) return names.failure();
  std::vector<Connection> found;
  for (const std::string& name : *names) {
    if (!name.ends_with(kRecordEnd)) continue;
    auto connection =
        load(world, join_path(directory, name.substr(0, name.size() - kRecordEnd.size())));
    if (!connection) {
      append(problems, connection.failure().diagnostics);
      continue;
    }
    const auto open = is_connected(world, connection->host);
    if (!open) return open.failure();
    if (*open) {
      found.push_back(*std::move(connection));
    } else if (auto removed = world.remove_file(record_of(connection->socket)); !removed) {
      append(problems, removed.failure().diagnostics);
    }
  }
  std::sort(found.begin(), found.end(),
            [](const Connection& a, const Connection& b) { return a.site < b.site; });
  return found;
}

Status close_connection(World& world, const Connection& connection) {
  const auto call = call_of_master(world, connection.host, "exit");
  if (!call) return call.failure();
  const auto answer = world.run(*call);
  if (!answer) return answer.failure();
  const auto open = is_connected(world, connection.host);
  if (!open) return open.failure();
  if (*open) {
    return Failure{ExitCode::Failed, format("site '{}'", connection.site), "still connected",
                   printable(trim(answer->err)), ""};
  }
  return world.remove_file(record_of(connection.socket));
}

}  // namespace gpujob
