// SPDX-License-Identifier: MIT
#include "remote/protocol.h"

#include <algorithm>

#include "base/base64.h"
#include "base/format.h"
#include "base/text.h"
#include "base/ulid.h"
#include "remote/project_copy.h"
#include "remote/protocol_lines.h"

namespace gpujob {

namespace {

constexpr std::size_t kMostRequests = 4096;

Failure bad_batch(const std::string& why) {
  return {ExitCode::Invalid, "gpujob serve", "this is not a batch of requests", why,
          "use the same version of gpujob on both sides"};
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

/// Outputs and Output.
std::optional<CenterRequest> output_request_in(const Json& object) {
  CenterRequest request;
  const bool is_list = object.contains("outputs");
  request.kind = is_list ? CenterRequest::Kind::Outputs : CenterRequest::Kind::Output;
  request.run = text_in(object, is_list ? "outputs" : "run");
  if (!is_ulid(request.run)) return std::nullopt;
  if (!is_list) {
    request.path = text_in(object, "output");
    const auto at = count_in(object, "at");
    if (!at || *at > kLargestOutput || !is_copy_path(request.path)) return std::nullopt;
    request.at = *at;
    return request;
  }
  const auto match = object.find("match");
  if (match == object.end() || !match->is_array()) return std::nullopt;
  for (const Json& one : *match) {
    if (!one.is_string()) return std::nullopt;
    request.match.push_back(one.get<std::string>());
  }
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
  if (object.contains("lacks")) {
    request.kind = CenterRequest::Kind::Lacks;
    auto sums = sums_in(object["lacks"]);
    if (!sums) return std::nullopt;
    request.sums = *std::move(sums);
    return request;
  }
  if (object.contains("outputs") || object.contains("output")) return output_request_in(object);
  request.kind = object.contains("list") ? CenterRequest::Kind::List : CenterRequest::Kind::File;
  request.run = text_in(object, request.kind == CenterRequest::Kind::List ? "list" : "run");
  request.path = text_in(object, "file");
  if (!is_ulid(request.run)) return std::nullopt;
  if (request.kind == CenterRequest::Kind::List) return request;
  const auto at = object.contains("at") ? count_in(object, "at") : std::optional<std::uint64_t>(0);
  if (!at || *at > kLargestFile || !is_inner_path(request.path)) return std::nullopt;
  request.at = *at;
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
      if (request.at > 0) object["at"] = request.at;
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
    case CenterRequest::Kind::Outputs:
      object["outputs"] = request.run;
      object["match"] = request.match;
      break;
    case CenterRequest::Kind::Output:
      object["output"] = request.path;
      object["run"] = request.run;
      object["at"] = request.at;
      break;
  }
  return object;
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

std::string write_end(std::size_t count) {
  return line_of({{"end", count}});
}

}  // namespace gpujob
