// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "base/json.h"
#include "base/result.h"
#include "base/world.h"
#include "remote/protocol.h"

namespace gpujob {

/// Where a center is asked.
struct CenterAddress {
  std::string site;     ///< "center/cluster", for messages
  std::string host;     ///< as ssh is given it
  std::string version;  ///< of gpujob here
};

/// Asks gpujob at the center through the open connection, one process of ssh for all requests. The
/// command line there is always the same; nothing of `requests` reaches a shell.
/// Fails with ExitCode::Scheduler without an open connection or a gpujob that fits there, with
/// ExitCode::Unknown if an answer did not come whole: the requests may have been carried out.
Result<CenterReply> ask_center(World& world, const CenterAddress& center,
                               const std::vector<CenterRequest>& requests);

/// A command line for gpujob there, without "gpujob".
CenterRequest words_for(std::vector<std::string> words);

/// What a document of gpujob there tells beside its rows; an error there is a warning here.
Diagnostics diagnostics_in(const Json& document);

/// The words of a failure that gpujob there printed as a document.
std::string failure_words(const CenterAnswer& answer);

/// "no open connection", with the line to type.
Failure not_connected(const CenterAddress& center);

}  // namespace gpujob
