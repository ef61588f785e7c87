// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "base/world.h"

namespace gpujob {

/// What may still be written. Nothing: no limit is known.
struct RoomLeft {
  std::optional<long long> bytes;
  std::optional<long long> files;

  /// Too little for a job's files. What is not known is not little.
  bool is_little() const;
};

struct FileSystem {
  std::string type;  ///< as df names it
  RoomLeft free;     ///< for anybody
  RoomLeft quota;    ///< of this user's quota
};

/// By df, which knows every kind of file system that the system knows; the quota by `lfs quota` on
/// Lustre and by `quota`, which asks servers of NFS too, on others. Nothing if df does not tell.
std::optional<FileSystem> file_system_of(World& world, const std::string& path);

/// A row of nine words, below headings or not: the file system, KiB used, quota, limit, grace, and
/// the same four of files: quota(1) with --no-wrap and --raw-grace, lfs-quota(1) with -q. A limit
/// of 0 does not limit, `*` stands behind what is over one, brackets around what not all servers of
/// Lustre told.
RoomLeft read_quota(std::string_view text);

}  // namespace gpujob
