// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "base/world.h"
#include "slurm/endpoint.h"

namespace gpujob {

/// As much of an answer is kept: a million rows of squeue. A longer listing is cut.
constexpr std::size_t kMostOutput = 64u << 20;

/// Runs a command that lies beside the endpoint's sbatch, with the endpoint's environment and its
/// -M. `deadline` ends it. Fails if it could not be started, and with
/// ExitCode::Unknown if a signal to stop ended it.
Result<ProcessAnswer> ask_slurm(World& world, const Endpoint& endpoint, const std::string& command,
                                const std::vector<std::string>& arguments, Milliseconds deadline,
                                OnStop on_stop = OnStop::Finish);

/// The error lines of a Slurm command without "squeue: error: " and the like, joined by "; " and
/// made printable; for messages. "no answer within 60 s" if its deadline ended it.
std::string words_of(const ProcessAnswer& answer);

/// A line of stderr without the command's name and severity in front: "sbatch: error: x" is "x".
std::string_view without_prefix(std::string_view line);

/// The failure of a question that was not answered: ExitCode::Unknown, nothing is claimed.
Failure not_answered(const std::string& command, const std::string& problem,
                     const ProcessAnswer& answer);

/// Is the listing not to be trusted as whole: an error's text in either stream, whatever the exit
/// status says, or more output than is kept? What such a listing leaves out may well exist.
bool is_incomplete(const ProcessAnswer& answer);

/// Does an answer that lists no job say something beside headings? In another language, or
/// from a wrapper: it may be an error's text.
bool has_words_only(const ProcessAnswer& answer);

/// Is Slurm installed here without belonging to a cluster?
bool has_no_configuration(const ProcessAnswer& answer);

/// How long a question may take: Slurm's own MessageTimeout is 10 s by default, its retries more.
constexpr Milliseconds kQuestionDeadline{60'000};

}  // namespace gpujob
