// SPDX-License-Identifier: MIT
#include "remote/protocol.h"

#include <algorithm>

#include "base/base64.h"
#include "base/format.h"
#include "base/json_value.h"
#include "base/text.h"
#include "base/ulid.h"

namespace gpujob {

namespace {

constexpr std::string_view kGreetingStart = R"({"gpujob":"serve")";
/// Words of login scripts before the greeting.
constexpr std::size_t kMostNoise = 64u << 10;
constexpr std::size_t kMostRequests = 4096;

std::string line_of(const Json& value) {
  return dump_json_line(value) + "\n";
}

/// The next line of `text`, without its end, which moves on; nothing if no whole line is left.
std::optional<std::string_view> take_line(std::string_view& text) {
  const std::size_t end = text.find('\n');
  if (end == std::string_view::npos) return std::nullopt;
  const std::string_view line = text.substr(0, end);
  text.remove_prefix(end + 1);
  return line;
}

Failure bad_batch(const std::string& why) {
  return {ExitCode::Invalid, "gpujob serve", "this is not a batch of requests", why,
          "use the same version of gpujob on both sides"};
}

std::string text_in(const Json& object, const char* key) {
  const auto found = object.find(key);
  return found != object.end() && found->is_string() ? found->get<std::string>() : std::string();
}

/// A count that is there and not negative.
std::optional<std::uint64_t> count_in(const Json& object, const char* key) {
  const auto found = object.find(key);
  if (found == object.end() || !found->is_number_unsigned()) return std::nullopt;
  return found->get<std::uint64_t>();
}

Result<Json> object_in(std::string_view line, const char* where) {
  if (line.size() > kLongestLine) {
    return Failure{ExitCode::Invalid, where, "a line is too long"};
  }
  auto value = parse_json(line, where);
  if (value && !value->is_object()) return Failure{ExitCode::Invalid, where, "not an object"};
  return value;
}

/// The pairs of text of an object, which may be absent.
bool take_texts(const Json& object, const char* key, std::map<std::string, std::string>& texts) {
  const auto found = object.find(key);
  if (found == object.end()) return true;
  if (!found->is_object()) return false;
  for (const auto& [name, value] : found->items()) {
    if (!value.is_string()) return false;
    texts[name] = value.get<std::string>();
  }
  return true;
}

std::optional<std::vector<std::string>> sums_in(const Json& list) {
  std::vector<std::string> sums;
  if (!list.is_array()) return std::nullopt;
  for (const Json& entry : list) {
    if (!entry.is_string() || !is_sum(entry.get_ref<const std::string&>())) return std::nullopt;
    sums.push_back(entry.get<std::string>());
  }
  return sums;
}

/// Lacks and Put.
std::optional<CenterRequest> piece_request_in(const Json& object) {
  CenterRequest request;
  if (object.contains("lacks")) {
    request.kind = CenterRequest::Kind::Lacks;
    auto sums = sums_in(object["lacks"]);
    if (!sums) return std::nullopt;
    request.sums = *std::move(sums);
    return request;
  }
  request.kind = CenterRequest::Kind::Put;
  request.sums = {text_in(object, "put")};
  auto data = from_base64(text_in(object, "data"));
  if (!is_sum(request.sums.front()) || !data || data->size() > kPiece) return std::nullopt;
  request.data = *std::move(data);
  return request;
}

bool take_words(const Json& list, CenterRequest& request) {
  if (!list.is_array() || list.empty()) return false;
  for (const Json& word : list) {
    const bool is_file = word.is_object();
    const std::string text = is_file            ? text_in(word, "file")
                             : word.is_string() ? word.get<std::string>()
                                                : std::string();
    if (is_file && request.files.find(text) == request.files.end()) return false;
    if (!is_file && !word.is_string()) return false;
    if (is_file) request.file_words.insert(request.words.size());
    request.words.push_back(text);
  }
  return true;
}

std::optional<CenterRequest> request_in(const Json& object) {
  CenterRequest request;
  if (object.contains("command")) {
    if (!take_texts(object, "environment", request.environment)) return std::nullopt;
    if (!take_texts(object, "files", request.files)) return std::nullopt;
    for (const auto& [name, text] : request.files) {
      if (!is_inner_path(name)) return std::nullopt;
    }
    for (const auto& [name, value] : request.environment) {
      if (!name.starts_with("GPUJOB_")) return std::nullopt;
    }
    if (!take_words(object["command"], request)) return std::nullopt;
    return request;
  }
  if (object.contains("lacks") || object.contains("put")) return piece_request_in(object);
  request.kind = object.contains("list") ? CenterRequest::Kind::List : CenterRequest::Kind::File;
  request.run = text_in(object, request.kind == CenterRequest::Kind::List ? "list" : "run");
  request.path = text_in(object, "file");
  if (!is_ulid(request.run)) return std::nullopt;
  if (request.kind == CenterRequest::Kind::File && !is_inner_path(request.path)) {
    return std::nullopt;
  }
  return request;
}

Json to_json(std::size_t id, const CenterRequest& request) {
  Json object = {{"id", id}};
  switch (request.kind) {
    case CenterRequest::Kind::List:
      object["list"] = request.run;
      break;
    case CenterRequest::Kind::File:
      object["file"] = request.path;
      object["run"] = request.run;
      break;
    case CenterRequest::Kind::Command:
      object["command"] = Json::array();
      for (std::size_t i = 0; i < request.words.size(); ++i) {
        const std::string& word = request.words[i];
        object["command"].push_back(request.file_words.contains(i) ? Json{{"file", word}}
                                                                   : Json(word));
      }
      object["environment"] = request.environment;
      object["files"] = request.files;
      break;
    case CenterRequest::Kind::Lacks:
      object["lacks"] = request.sums;
      break;
    case CenterRequest::Kind::Put:
      object["put"] = request.sums.front();
      object["data"] = base64(request.data);
      break;
  }
  return object;
}

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
    answer.sums = *std::move(sums);
    answer.exit = 0;
    return true;
  }
  if (line.contains("data") && request.kind == Kind::File) {
    const auto bytes = from_base64(text_in(line, "data"));
    if (!bytes || answer.out.size() + bytes->size() > kLargestFile) return false;
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

bool is_sum(std::string_view text) {
  return text.size() == 64 && text.find_first_not_of("0123456789abcdef") == std::string_view::npos;
}

bool is_inner_path(std::string_view path) {
  const auto names = split(path, '/');
  if (path.size() > 255 || names.size() > 3) return false;
  return std::all_of(names.begin(), names.end(), [](std::string_view name) {
    const bool plain = std::all_of(name.begin(), name.end(), [](char c) {
      return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
             std::string_view("._+-").find(c) != std::string_view::npos;
    });
    return plain && !name.empty() && name != "." && name != "..";
  });
}

std::string write_batch(const std::string& version, const std::vector<CenterRequest>& requests) {
  std::string text = line_of({{"gpujob", "ask"}, {"protocol", kProtocol}, {"version", version}});
  for (std::size_t i = 0; i < requests.size(); ++i) text += line_of(to_json(i + 1, requests[i]));
  return text + write_end(requests.size());
}

Result<std::vector<CenterRequest>> read_batch(std::string_view text) {
  if (text.size() > kLargestBatch) return bad_batch("it is too large");
  constexpr const char* kWhere = "gpujob serve";
  const auto first = take_line(text);
  if (!first) return bad_batch("it ends before its first line does");
  const auto opening = object_in(*first, kWhere);
  if (!opening) return opening.failure();
  if (text_in(*opening, "gpujob") != "ask") return bad_batch("its first line is another");
  if (count_in(*opening, "protocol") != kProtocol) {
    return Failure{ExitCode::Invalid, kWhere, "the other side speaks another protocol",
                   format("its gpujob is {}", printable(text_in(*opening, "version"))),
                   "use the same version of gpujob on both sides"};
  }
  std::vector<CenterRequest> requests;
  while (const auto line = take_line(text)) {
    const auto object = object_in(*line, kWhere);
    if (!object) return object.failure();
    if (object->contains("end")) {
      if (count_in(*object, "end") == requests.size() && text.empty()) return requests;
      return bad_batch("lines are missing");
    }
    auto request = request_in(*object);
    const bool in_order = count_in(*object, "id") == requests.size() + 1;
    if (!request || !in_order || requests.size() == kMostRequests) {
      return bad_batch(format("request {} cannot be read", requests.size() + 1));
    }
    requests.push_back(*std::move(request));
  }
  return bad_batch("its end is missing");
}

std::string greeting(const std::string& version, const std::string& host) {
  return line_of(
      {{"gpujob", "serve"}, {"protocol", kProtocol}, {"version", version}, {"host", host}});
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
    return line_of({{"id", id}, {"lacking", answer.sums}});
  }
  if (request.kind == CenterRequest::Kind::File) {
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

std::string write_end(std::size_t count) {
  return line_of({{"end", count}});
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
    return Failure{
        ExitCode::Scheduler, where, "no gpujob answered there", "",
        "install gpujob there as ~/gpujob/bin/gpujob, ~/.local/bin/gpujob or on the PATH "
        "of your login; docs/install.md, 'A login node, without root', has the line"};
  }
  const auto hello = object_in(*line, "greeting");
  if (!hello) return broken("its greeting is damaged");
  CenterReply reply{printable(text_in(*hello, "version")), printable(text_in(*hello, "host")), {}};
  if (count_in(*hello, "protocol") != kProtocol) {
    return Failure{ExitCode::Scheduler, where, "gpujob there speaks another protocol",
                   format("{} there, {} here", reply.version, version),
                   "install the same version on both sides"};
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
