// SPDX-License-Identifier: MIT
#include "remote/carry.h"

#include <utility>

#include "base/format.h"
#include "base/text.h"
#include "remote/connection.h"
#include "script/quoting.h"

namespace gpujob {

namespace {

/// Of a folder to a command. A signal ends both, which one to a shell that runs a pipe does not.
constexpr const char* kTarStream =
    "trap 'trap - TERM; kill 0' TERM; d=$1; shift; tar -C \"$d\" -chf - . | \"$@\" & wait $!";

/// A word of rsync's -e: in single quotes, of which a doubled one stands for itself (rsync(1)).
std::string rsync_word(const std::string& word) {
  return "'" + replace_all(word, "'", "''") + "'";
}

/// rsync takes a colon for the end of the host, and hands a path to a shell there.
bool is_for_rsync(const World& world, const CenterAddress& center, const CenterStore& there) {
  return there.has_rsync && world.find_program("rsync") &&
         center.host.find(':') == std::string::npos && shell_word(there.folder) == there.folder;
}

/// What is there under a name already is another file or a part of it, whatever its size and time.
std::vector<std::string> rsync_line(std::vector<std::string> ssh, const CenterAddress& center,
                                    const std::string& folder, const CenterStore& there) {
  for (std::string& word : ssh) word = rsync_word(word);
  return {"rsync",        "--recursive",
          "--copy-links", "--ignore-times",
          "--partial",    "--chmod=D700,F600",
          "-e",           join(ssh, " "),
          folder + "/",   center.host + ":" + there.folder + "/"};
}

/// The files get the time of their arrival, by which they are removed one day.
std::vector<std::string> tar_line(const std::vector<std::string>& ssh, const CenterAddress& center,
                                  const std::string& folder, const CenterStore& there) {
  std::vector<std::string> words = {"/bin/sh", "-c", kTarStream, "sh", folder};
  words.insert(words.end(), ssh.begin(), ssh.end());
  words.push_back(center.host);
  words.push_back("umask 077; exec tar -xmf - --no-same-owner --no-same-permissions -C " +
                  shell_word(there.folder));
  return words;
}

}  // namespace

Result<std::string> carry(World& world, const CenterAddress& center, const std::string& folder,
                          const CenterStore& there) {
  auto call = request_through(world, center.host, "");
  if (!call) return call.failure();
  std::vector<std::string> ssh = std::exchange(call->argv, {});
  ssh.resize(ssh.size() - 2);  // without host and command
  call->on_stop = OnStop::End;
  call->on_kill = OnKill::End;
  if (is_for_rsync(world, center, there)) {
    call->argv = rsync_line(ssh, center, folder, there);
    const auto answer = world.run(*call);
    if (!answer) return answer.failure();
    if (answer->exit_status == 0 || world.interrupted() != 0) return first_words(*answer);
  }
  if (!world.find_program("tar")) {
    return Failure{ExitCode::Usage, "tar", "not found on PATH", "it copies folders to centers",
                   "install it, or rsync"};
  }
  // Also where rsync was disturbed: by login scripts that print, or no rsync outside a login shell.
  call->argv = tar_line(ssh, center, folder, there);
  const auto answer = world.run(*call);
  if (!answer) return answer.failure();
  if (says_no_master(answer->err)) return not_connected(center);
  return first_words(*answer);
}

}  // namespace gpujob
