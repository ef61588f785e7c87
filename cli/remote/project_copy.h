// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "base/world.h"

// The copy of a folder that a job at a center runs in. Here the folder is looked through once; what
// it holds is a list of paths with the sums of their files. The center is sent the files that it
// lacks, the list among them, and makes the copy from them when it makes the run: all of it or
// nothing. So files may be sent as often as it takes, and a cut line loses none that arrived.
//
// Files, directories and links come over, with the bit that lets a file be executed. A link must
// stay inside the folder. '.git' stays here, and so does what .gpujobignore names.

namespace gpujob {

/// The names of a folder that stay here.
inline constexpr const char* kIgnoreFile = ".gpujobignore";

/// One path of a copy.
struct CopyEntry {
  enum class Kind { File, Directory, Link };
  Kind kind = Kind::File;
  std::string path;  ///< from the folder on
  FileMode mode = FileMode::Shared;
  std::uint64_t size = 0;
  std::string sum{};     ///< SHA-256 of a file
  std::string target{};  ///< of a link, relative

  bool operator==(const CopyEntry&) const = default;
};

struct ProjectCopy {
  std::string folder;  ///< absolute
  std::vector<CopyEntry> entries;
  std::size_t files = 0;
  std::uint64_t bytes = 0;
  std::size_t ignored = 0;            ///< names that .gpujobignore leaves out
  std::vector<std::string> left_out;  ///< sockets, devices and pipes
  std::string list;                   ///< the entries as they travel
  std::string list_sum;               ///< its SHA-256, which names the copy
};

/// How much may be copied.
struct CopyLimit {
  std::uint64_t bytes = 200u << 20;
  std::size_t entries = 10'000;
};

/// A path below a folder: names in UTF-8 without control characters, none of them "." or "..".
bool is_copy_path(std::string_view path);

/// Size and SHA-256 of a file, of which it reads at most `most` bytes and what was begun with them.
struct FileSum {
  std::uint64_t size = 0;
  std::string sum;
};
Result<FileSum> sum_file(const World& world, const std::string& path, std::uint64_t most);

/// Looks through `folder` and reads each file for its sums. Fails with ExitCode::Usage for more
/// than the limit, a link that leads out of the folder and a name that cannot travel.
Result<ProjectCopy> look_through(const World& world, const std::string& folder,
                                 const CopyLimit& limit);

/// The entries of a list. Fails with ExitCode::Invalid for a path or a link that leads out of the
/// copy.
Result<std::vector<CopyEntry>> read_copy_list(const std::string& text);

}  // namespace gpujob
