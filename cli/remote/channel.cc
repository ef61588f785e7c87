// SPDX-License-Identifier: MIT
#include "remote/channel.h"

#include <algorithm>

#include "base/format.h"
#include "base/json_value.h"
#include "base/side_by_side.h"
#include "base/text.h"
#include "remote/connection.h"
#include "run/json_fields.h"

namespace gpujob {

namespace {

/// Of a batch: a submission there waits for its sbatch, a minute at most.
constexpr Milliseconds kBatchDeadline{180'000};
constexpr Milliseconds kNextSubmission{60'000};
/// The login shell may be any: each reads these lines alike. A login shell, because modules and
/// PATH come from its start files.
constexpr const char* kFromLogin =
    "exec sh -lc 'PATH=$HOME/.local/share/gpujob/{}/bin:$PATH:$HOME/.local/bin:$HOME/gpujob/bin; "
    "exec gpujob serve --login \"$(command -v gpujob)\"'";
constexpr const char* kFromKept = "exec ~/.cache/gpujob/serve/gpujob serve --kept";

/// ssh's own exit status: the line failed, not what runs there.
constexpr int kLineFailed = 255;

/// Of those in one answer.
constexpr std::size_t kMostDiagnostics = 20;

bool is_sendable(std::string_view batch) {
  const auto all = lines(batch);
  return batch.size() <= kLargestBatch &&
         std::all_of(all.begin(), all.end(), [](auto line) { return line.size() <= kLongestLine; });
}

std::string where_of(const CenterAddress& center) {
  return format("site '{}'", center.site);
}

Milliseconds deadline_of(const std::vector<CenterRequest>& requests) {
  const auto submissions =
      std::count_if(requests.begin(), requests.end(), [](const CenterRequest& request) {
        return !request.words.empty() && request.words.front() == "submit-as";
      });
  return kBatchDeadline + kNextSubmission * std::max<std::ptrdiff_t>(submissions - 1, 0);
}

Result<ProcessRequest> call_for(const World& world, const CenterQuestion& question,
                                CenterStart start) {
  const CenterAddress& center = question.center;
  auto call =
      request_through(world, center.host,
                      start == CenterStart::Login ? format(kFromLogin, center.version) : kFromKept);
  if (!call) return call;
  call->stdin_text = write_batch(center.version, question.requests);
  call->deadline = deadline_of(question.requests);
  call->output_limit = kLargestReply;
  call->at_limit = AtLimit::End;
  call->on_kill = OnKill::End;  // no reader of the answer is left
  if (is_sendable(call->stdin_text)) return call;
  return Failure{ExitCode::Usage, where_of(center), "too much to send",
                 count_of(call->stdin_text.size(), "byte"), "send smaller files"};
}

/// Why no whole reply came, where ssh says more about it than what was read. Without a word of
/// gpujob there it may have begun all the same: its greeting may be what was lost. Without a master
/// nothing can have been sent.
Failure failure_of_line(World& world, const CenterQuestion& question, const ProcessAnswer& answer,
                        Failure failure) {
  const CenterAddress& center = question.center;
  if (answer.timed_out) {
    return {ExitCode::Unknown, where_of(center),
            format("no whole answer within {} s", deadline_of(question.requests).count() / 1000),
            "", "ask again"};
  }
  const bool open = is_connected(world, center.host).value_or(true);  // not known to be closed
  const bool ended = answer.exit_status == kLineFailed && !says_no_master(answer.err);
  if (!open && !has_greeting(answer.out) && (!ended || question.requests.empty())) {
    return not_connected(center);
  }
  std::string words = printable(trim(answer.err.substr(0, 500)));
  if (ended) {
    return {ExitCode::Unknown, where_of(center), "the connection ended before the whole answer",
            std::move(words), open ? "ask again" : format("run 'gpujob connect {}'", center.site)};
  }
  if (says_no_master(answer.err)) {
    return {ExitCode::Scheduler, where_of(center), "the connection takes no further command",
            "nothing was sent; others go through it", "ask again when they have ended"};
  }
  std::string& why = failure.diagnostics.front().why;
  if (!words.empty()) why = why.empty() ? words : format("{}; ssh said: {}", why, words);
  return failure;
}

/// Was gpujob not started there because nothing is kept, or what is kept leads to no program?
bool wants_login(const Result<ProcessAnswer>& answer) {
  return answer && !answer->timed_out && answer->exit_status != 0 &&
         answer->exit_status != kLineFailed && !has_greeting(answer->out);
}

Result<CenterReply> reply_in(World& world, const CenterQuestion& question,
                             const ProcessAnswer& answer) {
  const CenterAddress& center = question.center;
  auto reply = read_reply(where_of(center), answer.out, question.requests, center.version);
  if (!reply) return failure_of_line(world, question, answer, reply.failure());
  note_use(world, center.host, reply->version, reply->host);
  return reply;
}

/// Stands for a reply until the center has been asked.
Failure nobody_asked() {
  return {ExitCode::Unknown, "ssh", "not asked yet"};
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
    if (text_field_of(one, "problem").empty()) continue;
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
  constexpr std::string_view kError = "error: ";
  for (const std::string_view line : all) {
    if (line.starts_with(kError)) return printable(line.substr(kError.size()));
  }
  return all.empty() ? format("exit {}", answer.exit) : printable(all.front());
}

std::string first_words(const ProcessAnswer& answer) {
  const auto all = lines(answer.err);
  return all.empty() ? "" : printable(all.front().substr(0, 300));
}

Failure not_connected(const CenterAddress& center) {
  return {ExitCode::Scheduler, where_of(center), "no open connection",
          format("ssh to '{}'", center.host), format("run 'gpujob connect {}'", center.site)};
}

std::vector<Result<CenterReply>> ask_centers(World& world,
                                             const std::vector<CenterQuestion>& questions,
                                             CenterStart start) {
  std::vector<Result<CenterReply>> replies;
  std::vector<ProcessRequest> calls;
  std::vector<std::size_t> places;  // of the calls among the replies
  for (std::size_t i = 0; i < questions.size(); ++i) {
    auto call = call_for(world, questions[i], start);
    replies.emplace_back(call ? nobody_asked() : call.failure());
    if (!call) continue;
    places.push_back(i);
    calls.push_back(*std::move(call));
  }
  const auto answers = run_side_by_side(world, calls);
  std::vector<CenterQuestion> again;
  std::vector<std::size_t> places_again;
  for (std::size_t i = 0; i < calls.size(); ++i) {
    const CenterQuestion& question = questions[places[i]];
    const auto& answer = answers[i];
    if (start == CenterStart::Kept && wants_login(answer)) {
      again.push_back(question);
      places_again.push_back(places[i]);
      continue;
    }
    replies[places[i]] =
        answer ? reply_in(world, question, *answer) : Result<CenterReply>(answer.failure());
    if (!answer) continue;
    note_traffic(world, question.center.host, calls[i].stdin_text.size(),
                 answer->out.size() + answer->err.size());
  }
  if (again.empty()) return replies;
  auto later = ask_centers(world, again, CenterStart::Login);
  for (std::size_t i = 0; i < later.size(); ++i) replies[places_again[i]] = std::move(later[i]);
  return replies;
}

Result<CenterReply> ask_center(World& world, const CenterAddress& center,
                               const std::vector<CenterRequest>& requests, CenterStart start) {
  return std::move(ask_centers(world, {{center, requests}}, start).front());
}

}  // namespace gpujob
