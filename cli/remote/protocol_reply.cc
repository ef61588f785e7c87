// SPDX-License-Identifier: MIT
#include <algorithm>

#include "base/base64.h"
#include "base/text.h"
#include "remote/project_copy.h"
#include "remote/protocol_lines.h"

// What a center answers: written there, read here.

namespace gpujob {

namespace {

constexpr const char* kNoProgram = "no gpujob answered there";
constexpr const char* kOtherProtocol = "gpujob there speaks another protocol";
constexpr std::string_view kGreetingStart = R"({"gpujob":"serve")";
/// Words of login scripts before the greeting.
constexpr std::size_t kMostNoise = 64u << 10;
constexpr std::size_t kMostOutputs = 100'000;
/// Characters of sums that one line of outputs holds.
constexpr std::size_t kMostInLine = kLongestLine / 2;

/// `text` in lines of {"id": id, key: piece}, never cut inside a character.
std::string pieces(std::size_t id, const char* key, std::string_view text) {
  std::string lines;
  while (!text.empty()) {
    std::size_t size = std::min(kPiece / 4, text.size());
    while (size < text.size() && size > 1 &&
           (static_cast<unsigned char>(text[size]) & 0xc0U) == 0x80U) {
      --size;
    }
    lines += line_of({{"id", id}, {key, std::string(text.substr(0, size))}});
    text.remove_prefix(size);
  }
  return lines;
}

std::string output_lines(std::size_t id, const std::vector<CenterFile>& files) {
  std::string text;
  Json list = Json::array();
  std::size_t size = 0;
  const auto end_line = [&] {
    if (!list.empty()) text += line_of({{"id", id}, {"outputs", std::move(list)}});
    list = Json::array();
    size = 0;
  };
  for (const CenterFile& file : files) {
    list.push_back({{"path", file.path}, {"size", file.size}, {"sums", file.sums}});
    size += 100 + 2 * file.path.size() + 67 * file.sums.size();
    if (size > kMostInLine) end_line();
  }
  end_line();
  return text;
}

std::optional<std::vector<CenterFile>> files_in(const Json& list) {
  std::vector<CenterFile> files;
  if (!list.is_array()) return std::nullopt;
  for (const Json& entry : list) {
    if (!entry.is_object()) return std::nullopt;
    const auto size = count_in(entry, "size");
    CenterFile file{text_in(entry, "path"), size.value_or(0), text_in(entry, "sha256")};
    const bool has_sum = file.sha256.empty() || is_sum(file.sha256);
    if (!size || !is_inner_path(file.path) || !has_sum) return std::nullopt;
    files.push_back(std::move(file));
  }
  return files;
}

/// A line of what a job left.
bool take_outputs(const Json& list, std::vector<CenterFile>& files) {
  if (!list.is_array()) return false;
  for (const Json& entry : list) {
    if (!entry.is_object()) return false;
    const auto size = count_in(entry, "size");
    auto sums = sums_in(entry.value("sums", Json()));
    CenterFile file{text_in(entry, "path"), size.value_or(0), ""};
    if (!size || !sums || !is_copy_path(file.path) || files.size() == kMostOutputs) return false;
    const std::uint64_t pieces = (*size + kOutputPiece - 1) / kOutputPiece;
    if (sums->size() != (*size > kLargestOutput ? 0 : pieces)) return false;
    file.sums = *std::move(sums);
    files.push_back(std::move(file));
  }
  return true;
}

/// Takes one line of an answer; false if it is not one.
bool take_answer_line(const Json& line, const CenterRequest& request, CenterAnswer& answer) {
  using Kind = CenterRequest::Kind;
  if (line.contains("exit")) {
    const auto exit = count_in(line, "exit");
    if (!exit || *exit > 255) return false;
    answer.exit = static_cast<int>(*exit);
    return true;
  }
  if (line.contains("files") && request.kind == Kind::List) {
    auto files = files_in(line["files"]);
    if (!files) return false;
    answer.files = *std::move(files);
    answer.exit = 0;
    return true;
  }
  if (line.contains("lacking") && request.kind == Kind::Lacks) {
    auto sums = sums_in(line["lacking"]);
    const std::set<std::string> asked(request.sums.begin(), request.sums.end());
    if (!sums || !std::all_of(sums->begin(), sums->end(),
                              [&](const std::string& sum) { return asked.contains(sum); })) {
      return false;
    }
    answer.store = {*std::move(sums), text_in(line, "folder"), line.value("rsync", Json()) == true};
    answer.exit = 0;
    const std::string& folder = answer.store.folder;
    return folder.starts_with('/') && is_copy_path(std::string_view(folder).substr(1));
  }
  if (line.contains("outputs") && request.kind == Kind::Outputs) {
    return take_outputs(line["outputs"], answer.files);
  }
  if (line.contains("data") && (request.kind == Kind::File || request.kind == Kind::Output)) {
    const auto bytes = from_base64(text_in(line, "data"));
    const std::size_t most = request.kind == Kind::File ? kLargestFile : kOutputPiece;
    if (!bytes || answer.out.size() + bytes->size() > most) return false;
    answer.out += *bytes;
    return true;
  }
  if (line.contains("err")) {
    answer.err += text_in(line, "err");
    return true;
  }
  if (!line.contains("out") || request.kind != Kind::Command) return false;
  answer.out += text_in(line, "out");
  return true;
}

}  // namespace

std::string greeting(const std::string& version, const std::string& host) {
  return line_of(
      {{"gpujob", "serve"}, {"protocol", kProtocol}, {"version", version}, {"host", host}});
}

bool lacks_program(const Failure& failure) {
  const std::string& problem = failure.diagnostics.front().problem;
  return problem == kNoProgram || problem == kOtherProtocol;
}

bool has_greeting(std::string_view text) {
  return text.find(kGreetingStart) != std::string_view::npos;
}

std::string write_answer_lines(std::size_t id, const CenterRequest& request,
                               const CenterAnswer& answer) {
  std::string text;
  if (request.kind == CenterRequest::Kind::List && answer.exit == 0) {
    Json files = Json::array();
    for (const CenterFile& file : answer.files) {
      files.push_back({{"path", file.path}, {"size", file.size}, {"sha256", file.sha256}});
    }
    return line_of({{"id", id}, {"files", std::move(files)}});
  }
  if (request.kind == CenterRequest::Kind::Lacks && answer.exit == 0) {
    const CenterStore& store = answer.store;
    return line_of({{"id", id},
                    {"lacking", store.lacking},
                    {"folder", store.folder},
                    {"rsync", store.has_rsync}});
  }
  if (request.kind == CenterRequest::Kind::Outputs) text += output_lines(id, answer.files);
  if (request.kind == CenterRequest::Kind::File || request.kind == CenterRequest::Kind::Output) {
    for (std::size_t at = 0; at < answer.out.size(); at += kPiece) {
      const std::string piece = base64(std::string_view(answer.out).substr(at, kPiece));
      text += line_of({{"id", id}, {"data", piece}});
    }
  } else {
    text += pieces(id, "out", answer.out);
  }
  text += pieces(id, "err", answer.err);
  return text + line_of({{"id", id}, {"exit", answer.exit}});
}

Result<CenterReply> read_reply(const std::string& where, std::string_view text,
                               const std::vector<CenterRequest>& requests,
                               const std::string& version) {
  const auto broken = [&](const std::string& why) {
    return Failure{ExitCode::Unknown, where, "its answer cannot be used", why, "ask again"};
  };
  std::optional<std::string_view> line = take_line(text);
  for (std::size_t noise = 0; line && !line->starts_with(kGreetingStart); line = take_line(text)) {
    noise += line->size();
    if (noise > kMostNoise) line.reset();
    if (!line) break;
  }
  if (!line) {
    return Failure{ExitCode::Scheduler, where, kNoProgram, "",
                   "'gpujob connect SITE --install' puts it there; or install it as "
                   "~/gpujob/bin/gpujob, ~/.local/bin/gpujob or on the PATH of your login"};
  }
  const auto hello = object_in(*line, "greeting");
  if (!hello) return broken("its greeting is damaged");
  CenterReply reply{printable(text_in(*hello, "version")), printable(text_in(*hello, "host")), {}};
  if (count_in(*hello, "protocol") != kProtocol) {
    return Failure{ExitCode::Scheduler, where, kOtherProtocol,
                   format("{} there, {} here", reply.version, version),
                   "'gpujob connect SITE --install' puts this version there"};
  }
  reply.answers.resize(requests.size());
  while ((line = take_line(text))) {
    const auto object = object_in(*line, "answer");
    if (!object) return broken("a line is damaged or too long");
    if (object->contains("error")) {
      return Failure{ExitCode::Scheduler, where, "gpujob there refused the request",
                     printable(text_in(*object, "error")), "use the same version on both sides"};
    }
    if (object->contains("end")) {
      const bool whole = std::all_of(reply.answers.begin(), reply.answers.end(),
                                     [](const CenterAnswer& one) { return one.exit >= 0; });
      if (whole && count_in(*object, "end") == requests.size() && text.empty()) return reply;
      return broken("answers are missing");
    }
    const auto id = count_in(*object, "id");
    if (!id || *id < 1 || *id > requests.size()) return broken("it answers what was not asked");
    CenterAnswer& answer = reply.answers[*id - 1];
    if (answer.exit >= 0 || !take_answer_line(*object, requests[*id - 1], answer)) {
      return broken("a line does not belong to what was asked");
    }
  }
  return broken("the line was cut");
}

}  // namespace gpujob
