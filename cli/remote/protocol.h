// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "base/json.h"
#include "base/result.h"
#include "base/world.h"

// What gpujob here and gpujob at a center say to each other: JSON lines on the standard streams of
// `gpujob serve`. The center greets; here sends one batch, which counts only when its last line is
// there; the center answers each request, and its last line says that nothing is missing.
//
//   center  {"gpujob":"serve","protocol":2,"version":"0.1.0","host":"login1"}
//   here    {"gpujob":"ask","protocol":2,"version":"0.1.0"}
//   here    {"id":1,"command":["status","01J…","--format","json"],"environment":{},"files":{}}
//   here    {"id":2,"list":"01J…"}
//   here    {"id":3,"file":"job.4711.0.out","run":"01J…","at":4096}
//   here    {"id":4,"lacks":["<sha256>","<sha256>"]}
//   here    {"id":5,"outputs":"01J…","match":["*.csv"]}
//   here    {"id":6,"output":"results/a.csv","run":"01J…","at":0}
//   here    {"end":6}
//   center  {"id":1,"out":"…"}         any number, and the same with "err"
//   center  {"id":1,"exit":0}
//   center  {"id":2,"files":[{"path":"report-1.json","size":812,"sha256":"…"}]}
//   center  {"id":3,"data":"<base64>"} any number, then {"id":3,"exit":0}
//   center  {"id":4,"lacking":["<sha256>"],"folder":"/home/u/.cache/gpujob/pieces","rsync":true}
//   center  {"id":5,"outputs":[{"path":"results/a.csv","size":9,"sums":["<sha256>"]}]}
//   center  any number of those, then {"id":5,"exit":0}
//   center  {"id":6,"data":"<base64>"} any number, then {"id":6,"exit":0}
//   center  {"end":6}
//
// A file without "at" comes from its first byte on. A word of a command is a text, or {"file":
// NAME} for the path of a file that travels with it. The folders that jobs run in travel
// beforehand, as files that are named by their sums (see carry.h), and what jobs leave there comes
// back in pieces.

namespace gpujob {

inline constexpr int kProtocol = 2;
/// Of one line, and of all lines of one side.
inline constexpr std::size_t kLongestLine = 1u << 20;
inline constexpr std::size_t kLargestBatch = 16u << 20;
inline constexpr std::size_t kLargestReply = 64u << 20;
/// Bytes of a text or a file that one line holds.
inline constexpr std::size_t kPiece = 256u << 10;
/// A larger file is not carried.
inline constexpr std::size_t kLargestFile = 32u << 20;

/// A piece of what a job left in its copy.
inline constexpr std::size_t kOutputPiece = 4u << 20;
/// A larger one stays at the center.
inline constexpr std::uint64_t kLargestOutput = 1u << 30;

/// One thing that here wants of a center.
struct CenterRequest {
  enum class Kind { Command, List, File, Lacks, Outputs, Output };
  Kind kind = Kind::Command;
  std::vector<std::string> words;            ///< of the command, without "gpujob"
  std::set<std::size_t> file_words;          ///< those of them that name a file of `files`
  Environment environment;                   ///< added for the command: GPUJOB_*
  std::map<std::string, std::string> files;  ///< that travel with it, by relative path
  std::string run;                           ///< id, of List, File, Outputs and Output
  std::string path;                          ///< in the run's directory or, of Output, in its copy
  std::vector<std::string> sums{};           ///< SHA-256 of the files of Lacks
  std::vector<std::string> match{};          ///< patterns of Outputs, as PathPatterns reads them
  std::uint64_t at = 0;                      ///< the byte where File or a piece of Output begins
};

/// A file in a run's directory.
struct CenterFile {
  std::string path;
  std::uint64_t size = 0;
  std::string sha256;  ///< empty: too large to be carried
  /// Of what a job left in its copy, in place of `sha256`: those of its pieces; empty: too large.
  std::vector<std::string> sums{};

  bool operator==(const CenterFile&) const = default;
};

/// Where the files of copies lie at a center, each named by its SHA-256.
struct CenterStore {
  std::vector<std::string> lacking;  ///< of those that were asked about
  std::string folder;                ///< absolute
  bool has_rsync = false;
};

/// What came of one request.
struct CenterAnswer {
  int exit = -1;
  std::string out;  ///< of a command; the bytes of a file
  std::string err;
  std::vector<CenterFile> files;
  CenterStore store{};  ///< of Lacks
};

/// A whole answer of a center.
struct CenterReply {
  std::string version;
  std::string host;
  std::vector<CenterAnswer> answers;  ///< in the order of the requests
};

/// A path below a directory: at most three names of letters, digits, '.', '_', '+' and '-', none of
/// them "." or "..".
bool is_inner_path(std::string_view path);

/// A SHA-256 as sha256() writes it.
bool is_sum(std::string_view text);

/// The lines that here sends.
std::string write_batch(const std::string& version, const std::vector<CenterRequest>& requests);

/// The same at the center: all of it or nothing. Fails with ExitCode::Invalid for another
/// text, a cut batch and another protocol.
Result<std::vector<CenterRequest>> read_batch(std::string_view text);

std::string greeting(const std::string& version, const std::string& host);
/// Did gpujob there say anything?
bool has_greeting(std::string_view text);
/// The lines that answer request `id`, from 1.
std::string write_answer_lines(std::size_t id, const CenterRequest& request,
                               const CenterAnswer& answer);
std::string write_end(std::size_t count);

/// What a center sent, checked: the greeting behind any words of its login scripts, an answer for
/// each request, the end. `where` names the site. Fails with ExitCode::Scheduler if no gpujob
/// greeted or it speaks another protocol, with ExitCode::Unknown if what follows is cut or wrong.
Result<CenterReply> read_reply(const std::string& where, std::string_view text,
                               const std::vector<CenterRequest>& requests,
                               const std::string& version);
/// Is it a failure of read_reply() that a gpujob of the version here would mend there?
bool lacks_program(const Failure& failure);

}  // namespace gpujob
