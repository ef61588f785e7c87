// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/duration.h"
#include "base/json.h"
#include "base/result.h"
#include "base/world.h"

// A master connection of ssh to a center. 'gpujob connect' opens it in the user's terminal, so that
// passwords, second factors and host keys are ssh's business. Everything else goes through its
// socket and can neither ask nor open another connection.

namespace gpujob {

/// A connection as it is recorded beside its socket.
struct Connection {
  std::string site;  ///< that it was opened for: a center or "center/cluster"
  std::string host;  ///< as ssh is given it: an alias of the user's own configuration
  std::string socket;
  std::string opened;       ///< "2026-11-21T09:30:00Z"
  std::string used;         ///< when last
  std::string gpujob;       ///< version of the program there when it last answered; may be empty
  std::string center_host;  ///< that answered
};

/// How long ssh keeps a connection open after its last use.
inline constexpr Seconds kKeptOpen{8 * 3600};

/// May `host` stand where ssh reads a host? Fails with ExitCode::Usage.
Status check_ssh_host(const std::string& host);

/// A call of ssh that runs `command` there through an open connection: the words of $GPUJOB_SSH or
/// "ssh", the socket, and what forbids it to ask, to forward the agent and to open a connection of
/// its own.
Result<ProcessRequest> request_through(const World& world, const std::string& host,
                                       const std::string& command);

/// Does this stderr of ssh say that such a command line found no master? Then nothing was sent.
bool says_no_master(std::string_view err);

/// Opens a master connection with the terminal of this process, where none lives. Fails with
/// ExitCode::Scheduler if ssh did not get there.
Status open_connection(World& world, const std::string& site, const std::string& host);

/// Does a master connection to `host` live? Asks ssh itself, which looks at the socket alone. Fails
/// where ssh cannot be started or does not answer.
Result<bool> is_connected(World& world, const std::string& host);

/// The same of several hosts at the same time, in their order; one that is named twice is asked
/// for once.
std::vector<Result<bool>> are_connected(World& world, const std::vector<std::string>& hosts);

/// Records that `host` was used now, and what answered there.
void note_use(World& world, const std::string& host, const std::string& version,
              const std::string& center_host);

/// What went through the channels to a host on one day.
struct DayTraffic {
  std::string day;  ///< "2026-11-21", UTC
  long long questions = 0;
  long long sent = 0;  ///< bytes, as they are before ssh packs them
  long long received = 0;
};

/// Counts one question. Two commands that end at the same moment may count as one.
void note_traffic(World& world, const std::string& host, std::size_t sent, std::size_t received);

Json to_json(const DayTraffic& day);

/// Of the last days on which there was any, newest first; also of connections that are closed.
std::vector<DayTraffic> traffic_of(const World& world, const std::string& host);

/// Connections that live, in order of site. The records of others are removed.
Result<std::vector<Connection>> open_connections(World& world, Diagnostics& problems);

/// Ends the master connection and everything that goes through it.
Status close_connection(World& world, const Connection& connection);

}  // namespace gpujob
