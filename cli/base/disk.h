// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/world.h"

// The real file system, for SystemWorld only. World documents what each function promises.

namespace gpujob::disk {

enum class Existing { Replace, Refuse };

FileKind kind(const std::string& path);
Result<bool> is_file(const std::string& path);
Result<std::optional<Instant>> changed(const std::string& path);
Result<std::string> read_range(const std::string& path, std::size_t offset, std::size_t limit);
/// By one call that opens it: looking first would be another one that can fail.
Result<std::optional<std::string>> read_if_present(const std::string& path, std::size_t limit);
Result<std::string> follow_links(const std::string& path);
std::optional<std::string> link_target(const std::string& path);
Result<std::vector<std::string>> list(const std::string& path);
Status write(const std::string& path, std::string_view text, FileMode mode, Existing existing);
Status write_plain(const std::string& path, std::string_view text, FileMode mode);
Status make_link(const std::string& path, const std::string& target);
Status make_directory(const std::string& path);
Status make_shared_directory(const std::string& path);
Status remove(const std::string& path);
Status remove_tree(const std::string& path);

}  // namespace gpujob::disk
