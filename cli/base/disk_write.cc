// SPDX-License-Identifier: MIT
#include <cerrno>
#include <cstdio>
#include <fcntl.h>
#include <sys/random.h>
#include <sys/stat.h>

#include "base/descriptor.h"
#include "base/disk.h"
#include "base/file_error.h"
#include "base/format.h"

// A file appears whole or not at all, also after a crash and on NFS, Lustre and GPFS: the bytes go
// to a temporary name in the same directory, are flushed, and get their name in one step (rename,
// or link where nothing may be replaced); then the directory is flushed. Temporary names are random
// and created exclusively: two login nodes may share a home without seeing each other's processes.

namespace gpujob::disk {

namespace {

constexpr int kTries = 16;

/// For a file that may take the place of `path`.
mode_t permissions(FileMode mode, const std::string& path) {
  switch (mode) {
    case FileMode::Private:
      return 0600;
    case FileMode::Shared:
      return 0644;
    case FileMode::Executable:
      return 0755;
    case FileMode::Kept: {
      struct stat status {};
      return ::stat(path.c_str(), &status) == 0 ? status.st_mode & 07777 : 0644;
    }
  }
  return 0600;
}

std::string directory_of(const std::string& path) {
  const std::size_t slash = path.rfind('/');
  if (slash == std::string::npos) return ".";
  return slash == 0 ? "/" : path.substr(0, slash);
}

/// "/a/.report.json.3f9a1c2b.tmp" for "/a/report.json".
std::string temporary_name(const std::string& path) {
  unsigned chance = 0;
  if (::getrandom(&chance, sizeof chance, GRND_NONBLOCK) < 0) {
    timespec now{};
    ::clock_gettime(CLOCK_MONOTONIC, &now);
    chance = static_cast<unsigned>(now.tv_nsec) ^ static_cast<unsigned>(::getpid());
  }
  return format("{}/.{}.{:08x}.tmp", directory_of(path), path.substr(path.rfind('/') + 1), chance);
}

/// A new file of its own name; 0 or an errno.
int open_temporary(const std::string& path, std::string& name, Descriptor& file) {
  for (int i = 0; i < kTries; ++i) {
    name = temporary_name(path);
    file = Descriptor(
        ::open(name.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600));
    if (file) return 0;
    if (errno != EEXIST) return errno;
  }
  return EEXIST;
}

int write_all(int file, std::string_view text) {
  while (!text.empty()) {
    const ssize_t written = ::write(file, text.data(), text.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return errno;
    text.remove_prefix(static_cast<std::size_t>(written));
  }
  return 0;
}

/// Some file systems cannot flush and report that: not an error.
int flush(int file) {
  if (::fsync(file) == 0 || errno == EINVAL || errno == ENOTSUP) return 0;
  return errno;
}

int fill(Descriptor& file, std::string_view text, mode_t mode) {
  if (const int error = write_all(file.get(), text); error != 0) return error;
  // The exact mode, whatever the umask.
  if (::fchmod(file.get(), mode) != 0) return errno;
  if (const int error = flush(file.get()); error != 0) return error;
  return file.close() ? 0 : errno;
}

/// Gives the finished file its name without replacing another.
int link_new(const std::string& temporary, const std::string& path) {
  if (::link(temporary.c_str(), path.c_str()) == 0) {
    ::unlink(temporary.c_str());
    return 0;
  }
  const int error = errno;
  struct stat status {};
  // NFS may answer a repeated request with EEXIST although the first one made the link.
  const bool made =
      error == EEXIST && ::stat(temporary.c_str(), &status) == 0 && status.st_nlink == 2;
  if (made) {
    ::unlink(temporary.c_str());
    return 0;
  }
  if (error != EPERM && error != EOPNOTSUPP && error != ENOSYS) return error;
  // A file system without hard links.
  const int renamed =
      ::renameat2(AT_FDCWD, temporary.c_str(), AT_FDCWD, path.c_str(), RENAME_NOREPLACE);
  return renamed == 0 ? 0 : errno;
}

int flush_directory(const std::string& path) {
  const Descriptor directory(
      ::open(directory_of(path).c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (!directory) return errno == EACCES ? 0 : errno;  // may be writable without being readable
  return flush(directory.get());
}

/// Devices, pipes and sockets are written to, also behind a link (/dev/stdout); giving their name
/// to another file would remove them.
bool takes_bytes_only(const std::string& path) {
  struct stat status {};
  return ::stat(path.c_str(), &status) == 0 && !S_ISREG(status.st_mode) && !S_ISDIR(status.st_mode);
}

Status write_into(const std::string& path, std::string_view text) {
  Descriptor file(::open(path.c_str(), O_WRONLY | O_CLOEXEC));
  if (!file) return file_failure(path, "write", errno);
  const int error = write_all(file.get(), text);
  if (error != 0 || !file.close()) return file_failure(path, "write", error != 0 ? error : errno);
  return {};
}

}  // namespace

Status write(const std::string& path, std::string_view text, FileMode mode, Existing existing) {
  const char* const action = existing == Existing::Refuse ? "create" : "write";
  if (existing != Existing::Refuse && takes_bytes_only(path)) return write_into(path, text);
  std::string temporary;
  Descriptor file;
  if (const int error = open_temporary(path, temporary, file); error != 0) {
    return file_failure(path, action, error);
  }
  int error = fill(file, text, permissions(mode, path));
  if (error == 0) {
    if (existing == Existing::Refuse) {
      error = link_new(temporary, path);
    } else if (std::rename(temporary.c_str(), path.c_str()) != 0) {
      error = errno;
    }
  }
  if (error != 0) {
    ::unlink(temporary.c_str());
    return file_failure(path, action, error);
  }
  if (const int lost = flush_directory(path); lost != 0) {
    // What could not be created is not there: the intent of a submission would stand for a job.
    if (existing == Existing::Refuse) ::unlink(path.c_str());
    return file_failure(path, action, lost);
  }
  return {};
}

Status make_link(const std::string& path, const std::string& target) {
  if (::symlink(target.c_str(), path.c_str()) == 0) return {};
  return file_failure(path, "create", errno);
}

Status write_plain(const std::string& path, std::string_view text, FileMode mode) {
  Descriptor file(::open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600));
  if (!file) return file_failure(path, "write", errno);
  if (const int error = write_all(file.get(), text); error != 0) {
    return file_failure(path, "write", error);
  }
  if (::fchmod(file.get(), permissions(mode, path)) != 0 || !file.close()) {
    return file_failure(path, "write", errno);
  }
  return {};
}

}  // namespace gpujob::disk
