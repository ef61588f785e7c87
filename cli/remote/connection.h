// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "base/duration.h"
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

/// The command line of ssh up to the host: the words of $GPUJOB_SSH or "ssh", the socket, and what
/// forbids it to ask, to forward the agent and to open a connection of its own.
Result<std::vector<std::string>> ssh_through(const World& world, const std::string& host);

/// Opens a master connection with the terminal of this process. Fails with ExitCode::Scheduler if
/// ssh did not get there.
Status open_connection(World& world, const std::string& site, const std::string& host);

/// Does a master connection to `host` live? Asks ssh itself, which looks at the socket alone. Fails
/// where ssh cannot be started.
Result<bool> is_connected(World& world, const std::string& host);

/// Records that `host` was used now, and what answered there.
void note_use(World& world, const std::string& host, const std::string& version,
              const std::string& center_host);

/// Connections that live, in order of site. The records of others are removed.
Result<std::vector<Connection>> open_connections(World& world, Diagnostics& problems);

/// Ends the master connection and everything that goes through it.
Status close_connection(World& world, const Connection& connection);

}  // namespace gpujob
