// SPDX-License-Identifier: MIT
#pragma once

#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <string_view>

#include "base/result.h"
#include "base/schema.h"
#include "base/yaml.h"

// What was read of a text once need not be read of the same text again: profiles, manifests and the
// catalogue of GPU models are kept as trees in the folder of caches, each in a file of its own.
//
// Nothing depends on it. A file holds the whole text that it was made of, so that it counts for no
// other, and a sum over the rest; each build of the program has a folder of its own. What cannot be
// read, is cut short or damaged is read from YAML again, and what cannot be written stays unkept.
// A process keeps one document of each kind, since a new file may take a millisecond: who reads all
// profiles for the first time does not wait for twenty of them.
// Writers of one name write the same bytes; who reads meanwhile finds the sum wrong.

namespace gpujob {

class World;

class DocumentCache {
 public:
  /// `build` names the build of the program; empty: nothing is kept.
  DocumentCache(World& world, std::string build) : world_(world), build_(std::move(build)) {}

  /// What was kept for a text of this kind (a word of small letters).
  std::optional<std::string> find(std::string_view kind, std::string_view text) const;
  void keep(std::string_view kind, std::string_view text, std::string_view made);

 private:
  std::string folder() const;
  void make_room();

  World& world_;
  std::string build_;
  std::mutex mutex_;
  std::set<std::string, std::less<>> kept_kinds_;
};

/// What a kind of document has to fulfil; both depend on nothing but the document.
struct DocumentRules {
  const Field& (*fields)(const YamlFile& file);  ///< its field table
  Diagnostics (*check)(const YamlFile& file);    ///< what a table cannot say; null: nothing more
};

/// Reads a file that fulfils the rules of its kind; from the cache where it knows the text. Fails
/// with ExitCode::Invalid and every error found.
Result<YamlFile> read_document(std::string_view kind, DocumentRules rules, std::string name,
                               std::string text, DocumentCache* cache);

}  // namespace gpujob
