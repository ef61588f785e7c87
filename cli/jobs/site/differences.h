// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/duration.h"
#include "base/yaml_edit.h"
#include "base/yaml_record.h"

namespace gpujob {

/// One fact of which a profile and its cluster say different things.
struct Difference {
  enum class Kind { New, Gone, Changed };

  Kind kind = Kind::Changed;
  YamlPlace place;      ///< in the profile: of the value, else of its block
  std::string what;     ///< "partition 'gpu'"
  std::string key;      ///< "max_time"; empty: all of it
  std::string profile;  ///< the profile's value; empty: it has none
  std::string cluster;  ///< the cluster's value; empty: it has none
  std::string fix;      ///< what a person does where no edit does it
  TextEdits edits;      ///< of the file that has the place: what writes the cluster's value
  const YamlNode* block = nullptr;  ///< whose source the edits concern
};

/// A block of a profile as differences call it: "partition 'gpu'", and its record.
struct ProfileBlock {
  std::string what;
  YamlRecord record;
};

/// The differences of one cluster, as they are found.
class Differences {
 public:
  Differences(const YamlFile& file, const std::string& cluster)
      : file_(file), root_(YamlRecord(file, &file.root()).record("clusters").record(cluster)) {}

  const YamlFile& file() const { return file_; }
  const YamlRecord& root() const { return root_; }  ///< the cluster's
  /// The entry of this name in a map of blocks.
  YamlRecord named(std::string_view map, std::string_view name) const;

  Difference& add(Difference::Kind kind, YamlPlace place, std::string what);
  /// Another number, time or word of a key that the block has.
  void change(const ProfileBlock& block, std::string_view key, const std::string& value);
  /// The same where a person must decide.
  void change(const ProfileBlock& block, std::string_view key, const std::string& value,
              std::string fix);
  /// Another name of Slurm's.
  void rename(const ProfileBlock& block, std::string_view key, const std::string& name);
  /// A limit of the profile against the cluster's, which has none if `said` is empty.
  void limit(const ProfileBlock& block, std::string_view key, const std::optional<Seconds>& known,
             const std::optional<Seconds>& said);
  void limit(const ProfileBlock& block, std::string_view key, const std::optional<int>& known,
             const std::optional<int>& said);

  /// In the order of the profile.
  std::vector<Difference> sorted() &&;

 private:
  const YamlFile& file_;
  YamlRecord root_;
  std::vector<Difference> found_;
};

/// Lets --update make the edits, if there are all of them.
void set_edits(Difference& difference, const YamlRecord& block,
               const std::vector<std::optional<TextEdit>>& edits);

}  // namespace gpujob
