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

/// How gpujob there is started.
enum class CenterStart {
  Kept,   ///< with the environment that a login shell gave before, if that is kept
  Login,  ///< from a login shell, whose environment is then kept
};

/// What one center is asked for.
struct CenterQuestion {
  CenterAddress center;
  std::vector<CenterRequest> requests;
};

/// Asks gpujob at each center through its open connection, all centers at the same time, one
/// process of ssh for all requests of a question; two where the environment of its login shell is
/// not kept. The command line there is always the same;
/// nothing of the requests reaches a shell. A reply each, in their order. One fails with
/// ExitCode::Scheduler without an open connection or a gpujob that fits there, with
/// ExitCode::Unknown if an answer did not come whole: the requests may have been carried out.
std::vector<Result<CenterReply>> ask_centers(World& world,
                                             const std::vector<CenterQuestion>& questions,
                                             CenterStart start = CenterStart::Kept);

/// The same of one center.
Result<CenterReply> ask_center(World& world, const CenterAddress& center,
                               const std::vector<CenterRequest>& requests,
                               CenterStart start = CenterStart::Kept);

/// A command line for gpujob there, without "gpujob".
CenterRequest words_for(std::vector<std::string> words);

/// What a document of gpujob there tells beside its rows; an error there is a warning here.
Diagnostics diagnostics_in(const Json& document);

/// The words of a failure that gpujob there printed as a document.
std::string failure_words(const CenterAnswer& answer);

/// The first line that a program wrote to its standard error, for a message.
std::string first_words(const ProcessAnswer& answer);

/// "no open connection", with the line to type.
Failure not_connected(const CenterAddress& center);

}  // namespace gpujob
