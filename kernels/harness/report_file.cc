// SPDX-License-Identifier: MIT
#include "harness/report_file.h"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace gpujob {

namespace {

/// Devices and pipes are written to; renaming a file over them would remove them.
bool takes_bytes_only(const std::string& path) {
  struct stat status {};
  return stat(path.c_str(), &status) == 0 && !S_ISREG(status.st_mode) && !S_ISDIR(status.st_mode);
}

std::string write_into(const std::string& path, const std::string& text) {
  std::FILE* file = std::fopen(path.c_str(), "w");
  const bool written = file != nullptr && std::fputs(text.c_str(), file) >= 0;
  const bool closed = file != nullptr && std::fclose(file) == 0;
  if (written && closed) return {};
  return path + ": cannot write the report (" + std::strerror(errno) + ")";
}

}  // namespace

std::string cannot_write(const std::string& path) {
  if (takes_bytes_only(path)) return {};
  const std::string temporary = path + "." + std::to_string(getpid()) + ".tmp";
  const int file = open(temporary.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
  if (file < 0) return path + ": cannot create the report (" + std::strerror(errno) + ")";
  close(file);
  unlink(temporary.c_str());
  return {};
}

std::string write_file(const std::string& path, const std::string& text) {
  if (takes_bytes_only(path)) return write_into(path, text);
  const std::string temporary = path + "." + std::to_string(getpid()) + ".tmp";
  const auto failed = [&](const std::string& what) {
    const std::string why = std::strerror(errno);
    unlink(temporary.c_str());
    return path + ": cannot " + what + " the report (" + why + ")";
  };
  const int file = open(temporary.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
  if (file < 0) return path + ": cannot create the report (" + std::strerror(errno) + ")";
  std::size_t done = 0;
  while (done < text.size()) {
    const ssize_t wrote = write(file, text.data() + done, text.size() - done);
    if (wrote < 0 && errno == EINTR) continue;
    if (wrote < 0) {
      std::string problem = failed("write");
      close(file);
      return problem;
    }
    done += static_cast<std::size_t>(wrote);
  }
  const bool synced = fsync(file) == 0;
  if (close(file) != 0 || !synced) return failed("write");
  if (rename(temporary.c_str(), path.c_str()) != 0) return failed("rename");
  return {};
}

}  // namespace gpujob
