// SPDX-License-Identifier: MIT
#include "remote/channel.h"

#include <algorithm>

#include "base/child_environment.h"
#include "base/format.h"
#include "base/json_value.h"
#include "base/text.h"
#include "remote/connection.h"
#include "run/json_fields.h"

namespace gpujob {

namespace {

/// Of a batch: a submission there waits for its sbatch, a minute at most.
constexpr Milliseconds kBatchDeadline{180'000};
/// The login shell may be any: each reads this line alike. A login shell, because modules and PATH
/// come from its start files.
constexpr const char* kRemoteCommand =
    "exec sh -lc 'PATH=$PATH:$HOME/.local/bin:$HOME/gpujob/bin; exec gpujob serve'";

/// Of those in one answer.
constexpr std::size_t kMostDiagnostics = 20;

bool is_sendable(std::string_view batch) {
  const auto all = lines(batch);
  return batch.size() <= kLargestBatch &&
         std::all_of(all.begin(), all.end(), [](auto line) { return line.size() <= kLongestLine; });
}

}  // namespace

CenterRequest words_for(std::vector<std::string> words) {
  CenterRequest request;
  request.words = std::move(words);
  return request;
}

Diagnostics diagnostics_in(const Json& document) {
  Diagnostics found;
  const auto list = document.find("diagnostics");
  if (list == document.end() || !list->is_array()) return found;
  for (const Json& one : *list) {
    if (!one.is_object() || found.size() == kMostDiagnostics) continue;
    const bool is_note = text_field_of(one, "severity") == to_string(Severity::Note);
    found.push_back({"", is_note ? Severity::Note : Severity::Warning,
                     printable(text_field_of(one, "where")),
                     printable(text_field_of(one, "problem")), printable(text_field_of(one, "why")),
                     printable(text_field_of(one, "fix")), ""});
  }
  return found;
}

std::string failure_words(const CenterAnswer& answer) {
  const auto document = parse_json(answer.out, "answer");
  const Diagnostics said =
      document && document->is_object() ? diagnostics_in(*document) : Diagnostics{};
  if (!said.empty()) {
    const std::string& why = said.front().why;
    return said.front().problem + (why.empty() ? "" : format(" ({})", why));
  }
  const auto all = lines(answer.err);
  return all.empty() ? format("exit {}", answer.exit) : printable(all.front());
}

Failure not_connected(const CenterAddress& center) {
  return {ExitCode::Scheduler, format("site '{}'", center.site), "no open connection",
          format("ssh to '{}'", center.host), format("run 'gpujob connect {}'", center.site)};
}

Result<CenterReply> ask_center(World& world, const CenterAddress& center,
                               const std::vector<CenterRequest>& requests) {
  const auto open = is_connected(world, center.host);
  if (!open) return open.failure();
  if (!*open) return not_connected(center);
  auto words = ssh_through(world, center.host);
  if (!words) return words.failure();
  words->push_back(center.host);
  words->emplace_back(kRemoteCommand);
  ProcessRequest request;
  request.argv = *std::move(words);
  request.environment = child_environment(world.environment());
  request.stdin_text = write_batch(center.version, requests);
  request.deadline = kBatchDeadline;
  request.output_limit = kLargestReply;
  request.at_limit = AtLimit::End;
  if (!is_sendable(request.stdin_text)) {
    return Failure{ExitCode::Usage, format("site '{}'", center.site), "too much to send",
                   count_of(request.stdin_text.size(), "byte"), "send smaller files"};
  }
  const auto answer = world.run(request);
  if (!answer) return answer.failure();
  const std::string where = format("site '{}'", center.site);
  auto reply = read_reply(where, answer->out, requests, center.version);
  if (reply) note_use(world, center.host, reply->version, reply->host);
  if (reply || answer->err.empty()) return reply;
  Failure failure = reply.failure();
  std::string& why = failure.diagnostics.front().why;
  const std::string words_of_ssh = printable(trim(answer->err.substr(0, 500)));
  why = why.empty() ? words_of_ssh : format("{}; ssh said: {}", why, words_of_ssh);
  return failure;
}

}  // namespace gpujob
