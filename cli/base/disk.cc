// SPDX-License-Identifier: MIT
#include "base/disk.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <climits>
#include <dirent.h>
#include <fcntl.h>
#include <memory>
#include <sys/stat.h>
#include <unistd.h>

#include "base/descriptor.h"
#include "base/file_error.h"
#include "base/paths.h"

namespace gpujob::disk {

namespace {

/// Does `error` mean that no such file exists?
bool says_absent(int error) {
  return error == ENOENT || error == ENOTDIR || error == ENAMETOOLONG;
}

}  // namespace

FileKind kind(const std::string& path) {
  struct stat status {};
  if (::stat(path.c_str(), &status) != 0) {
    return says_absent(errno) ? FileKind::Absent : FileKind::Unreadable;
  }
  if (S_ISREG(status.st_mode)) return FileKind::File;
  return S_ISDIR(status.st_mode) ? FileKind::Directory : FileKind::Other;
}

Result<bool> is_file(const std::string& path) {
  struct stat status {};
  if (::stat(path.c_str(), &status) == 0) return S_ISREG(status.st_mode);
  if (says_absent(errno)) return false;
  return file_failure(path, "look at", errno);
}

Result<std::optional<Instant>> changed(const std::string& path) {
  struct stat status {};
  if (::stat(path.c_str(), &status) != 0) {
    if (says_absent(errno)) return std::optional<Instant>{};
    return file_failure(path, "look at", errno);
  }
  const auto since_epoch = std::chrono::seconds(status.st_mtim.tv_sec) +
                           std::chrono::nanoseconds(status.st_mtim.tv_nsec);
  return std::optional(Instant(std::chrono::floor<Instant::duration>(since_epoch)));
}

namespace {

Result<std::string> read_open(const Descriptor& file, const std::string& path, std::size_t offset,
                              std::size_t limit) {
  if (offset > 0 && ::lseek(file.get(), static_cast<off_t>(offset), SEEK_SET) < 0) {
    return file_failure(path, "read", errno);
  }
  std::size_t room = 1u << 12;  // of a file of /proc, which tells no size
  struct stat about {};
  if (::fstat(file.get(), &about) == 0 && S_ISREG(about.st_mode) && about.st_size > 0) {
    const auto size = static_cast<std::size_t>(about.st_size);
    room = size - std::min(size, offset) + 1;  // one more, so that the second read is the end
  }
  std::string text;
  std::size_t length = 0;
  while (length < limit) {
    if (length == text.size()) text.resize(std::min(limit, std::max(room, 2 * length)));
    const ssize_t got = ::read(file.get(), &text[length], text.size() - length);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return file_failure(path, "read", errno);
    if (got == 0) break;
    length += static_cast<std::size_t>(got);
  }
  text.resize(length);
  return text;
}

Descriptor open_to_read(const std::string& path) {
  return Descriptor(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOCTTY));
}

}  // namespace

Result<std::string> read_range(const std::string& path, std::size_t offset, std::size_t limit) {
  const Descriptor file = open_to_read(path);
  if (!file) return file_failure(path, "read", errno);
  return read_open(file, path, offset, limit);
}

Result<std::optional<std::string>> read_if_present(const std::string& path, std::size_t limit) {
  const Descriptor file = open_to_read(path);
  if (!file && says_absent(errno)) return std::optional<std::string>{};
  if (!file) return file_failure(path, "read", errno);
  Result<std::string> text = read_open(file, path, 0, limit);
  if (!text) return text.failure();
  return std::optional<std::string>(*std::move(text));
}

std::optional<std::string> link_target(const std::string& path) {
  std::array<char, PATH_MAX> target{};
  const ssize_t length = ::readlink(path.c_str(), target.data(), target.size());
  if (length < 0) return std::nullopt;
  return std::string(target.data(), static_cast<std::size_t>(length));
}

Result<std::string> follow_links(const std::string& path) {
  constexpr int kMostLinks = 40;  // as many as Linux follows
  std::string end = path;
  for (int i = 0; i < kMostLinks; ++i) {
    std::array<char, PATH_MAX> target{};
    const ssize_t length = ::readlink(end.c_str(), target.data(), target.size());
    if (length < 0 && (errno == EINVAL || errno == ENOENT)) return end;  // not a link; absent
    if (length < 0) return file_failure(end, "read", errno);
    const std::string_view next(target.data(), static_cast<std::size_t>(length));
    end.erase(next.starts_with('/') ? 0 : end.rfind('/') + 1);
    end.append(next);
  }
  return file_failure(path, "read", ELOOP);
}

Result<std::vector<std::string>> list(const std::string& path) {
  struct Close {
    void operator()(DIR* directory) const { ::closedir(directory); }
  };
  const std::unique_ptr<DIR, Close> directory(::opendir(path.c_str()));
  std::vector<std::string> names;
  if (!directory && says_absent(errno)) return names;
  if (!directory) return file_failure(path, "list", errno);
  while (true) {
    errno = 0;
    const dirent* const entry = ::readdir(directory.get());  // NOLINT(concurrency-mt-unsafe)
    if (entry == nullptr && errno != 0) return file_failure(path, "list", errno);
    if (entry == nullptr) break;
    std::string name = static_cast<const char*>(entry->d_name);
    if (name != "." && name != "..") names.push_back(std::move(name));
  }
  std::sort(names.begin(), names.end());
  return names;
}

Status make_directory(const std::string& path) {
  // Cheapest first: it is there, or only the last part is new.
  if (::mkdir(path.c_str(), 0700) == 0) return {};
  if (errno == EEXIST) {
    struct stat status {};
    if (::stat(path.c_str(), &status) != 0) return file_failure(path, "look at", errno);
    if (S_ISDIR(status.st_mode)) return {};
    return file_failure(path, "make directory", ENOTDIR);
  }
  const std::size_t slash = path.find_last_not_of('/') == std::string::npos
                                ? std::string::npos
                                : path.rfind('/', path.find_last_not_of('/'));
  if (errno != ENOENT || slash == std::string::npos || slash == 0) {
    return file_failure(path, "make directory", errno);
  }
  if (Status above = make_directory(path.substr(0, slash)); !above) return above;
  // Another process may have made it in between.
  if (::mkdir(path.c_str(), 0700) == 0 || errno == EEXIST) return {};
  return file_failure(path, "make directory", errno);
}

Status make_shared_directory(const std::string& path) {
  if (Status made = make_directory(path); !made) return made;
  if (::chmod(path.c_str(), 0755) == 0) return {};
  return file_failure(path, "make directory", errno);
}

Status remove(const std::string& path) {
  if (::unlink(path.c_str()) == 0 || errno == ENOENT) return {};
  return file_failure(path, "remove", errno);
}

Status remove_tree(const std::string& path) {
  struct stat status {};
  if (::lstat(path.c_str(), &status) != 0) {
    return says_absent(errno) ? Status{} : file_failure(path, "look at", errno);
  }
  if (!S_ISDIR(status.st_mode)) return remove(path);
  const auto names = list(path);
  if (!names) return names.failure();
  for (const std::string& name : *names) {
    if (auto gone = remove_tree(join_path(path, name)); !gone) return gone;
  }
  if (::rmdir(path.c_str()) == 0 || errno == ENOENT) return {};
  return file_failure(path, "remove", errno);
}

}  // namespace gpujob::disk
