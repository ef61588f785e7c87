// SPDX-License-Identifier: MIT
#include "base/file_lock.h"

#include <optional>
#include <utility>
#include <vector>

#include "base/format.h"
#include "base/paths.h"
#include "base/process_stat.h"
#include "base/text.h"

// A process that wants the lock first creates a ticket, a file whose name identifies the process,
// and then looks for other tickets: of two processes, the later one sees the earlier one's ticket.
// It holds the lock when its ticket is the only one. Of processes that arrive together the one with
// the smallest ticket stays, the others step back. The ticket of a process that has ended does not
// count, and any process may remove it: its name is never used again. A process on another host
// that shares the home cannot be checked from here: its ticket counts, and the message says which
// file to remove if that process has ended.

namespace gpujob {

namespace {

constexpr Milliseconds kTick{20};

struct Holder {
  std::string ticket;
  std::string host;
  ProcessIdentity process;
};

/// "<directory>/.<name>+<host>+<pid>+<start>+<boot>"
std::string ticket_prefix(const std::string& name) {
  return format(".{}+", name);
}

std::optional<Holder> holder(const std::string& ticket, const std::string& prefix) {
  if (!ticket.starts_with(prefix)) return std::nullopt;
  const std::vector<std::string_view> fields =
      split(std::string_view(ticket).substr(prefix.size()), '+');
  if (fields.size() != 4) return std::nullopt;
  const auto pid = parse_integer(fields[1]);
  const auto start = parse_integer(fields[2]);
  if (!pid || !start) return std::nullopt;
  return Holder{ticket, std::string(fields[0]),
                ProcessIdentity{static_cast<long>(*pid), *start, std::string(fields[3])}};
}

/// The tickets of one lock, and this process's own.
class Queue {
 public:
  Queue(World& world, const LockRequest& what, const ProcessIdentity& self)
      : world_(world),
        what_(what),
        prefix_(ticket_prefix(what.name)),
        own_(format("{}{}+{}+{}+{}", prefix_, world.host_name(), self.pid, self.start_ticks,
                    self.boot_id)) {}

  std::string ticket() const { return join_path(what_.directory, own_); }

  Status enter() {
    if (auto made = world_.make_directory(what_.directory); !made) return made;
    entered_ = true;
    auto written = world_.write_plain(ticket(), "", FileMode::Private);
    if (written) return written;
    // Report the lock and its directory, not the ticket's file name.
    Failure failure = written.failure();
    Diagnostic& told = failure.diagnostics.front();
    told.where = what_.where;
    if (!what_.where.starts_with(what_.directory)) told.problem += " in " + what_.directory;
    return failure;
  }

  void leave() {
    [[maybe_unused]] const Status removed = world_.remove_file(ticket());
    entered_ = false;
  }

  /// The first other process with a ticket that may be alive; nothing: this process has the lock.
  Result<std::optional<Holder>> find_other() {
    const auto names = world_.list(what_.directory);
    if (!names) return names.failure();
    for (const std::string& name : *names) {
      auto other = name == own_ ? std::nullopt : holder(name, prefix_);
      if (!other) continue;
      if (other->host != world_.host_name() || world_.alive(other->process)) {
        if (entered_ && name < own_) leave();
        return other;
      }
      [[maybe_unused]] const Status removed = world_.remove_file(join_path(what_.directory, name));
    }
    return std::optional<Holder>{};
  }

  bool entered() const { return entered_; }

  Failure busy(const Holder& other) const {
    if (other.host == world_.host_name()) {
      return {ExitCode::Failed, what_.where, "it is busy",
              format("process {} {}", other.process.pid, what_.doing),
              "try again when that has ended"};
    }
    return {ExitCode::Failed, what_.where, "it is busy",
            format("process {} on host '{}' {}", other.process.pid, other.host, what_.doing),
            format("try again when that has ended; if it has, remove {}",
                   join_path(what_.directory, other.ticket))};
  }

 private:
  World& world_;
  const LockRequest& what_;
  std::string prefix_;
  std::string own_;
  bool entered_ = false;
};

}  // namespace

FileLock::FileLock(World& world, std::string ticket) : world_(&world), ticket_(std::move(ticket)) {}

FileLock::FileLock(FileLock&& other) noexcept
    : world_(other.world_), ticket_(std::exchange(other.ticket_, "")) {}

FileLock::~FileLock() {
  if (ticket_.empty()) return;
  [[maybe_unused]] const Status removed = world_->remove_file(ticket_);
}

Result<FileLock> FileLock::acquire(World& world, const LockRequest& what, OnWriteError otherwise) {
  const auto self = own_process(world);
  if (!self) return self.failure();
  Queue queue(world, what, *self);
  const Instant end = world.now() + what.patience;
  const int heard = world.interrupted();
  for (;;) {
    const auto looked = queue.find_other();
    if (!looked) {
      queue.leave();
      if (otherwise == OnWriteError::Fail) return looked.failure();
      return FileLock(world, "");
    }
    const std::optional<Holder>& other = *looked;
    if (!other && queue.entered()) return FileLock(world, queue.ticket());
    if (!other) {
      const Status entered = queue.enter();
      if (entered) continue;
      queue.leave();
      if (otherwise == OnWriteError::Fail) return entered.failure();
      return FileLock(world, "");
    }
    const bool stopped = world.interrupted() != heard;
    if (stopped || world.now() >= end) {
      queue.leave();
      return queue.busy(*other);
    }
    world.sleep(kTick);
  }
}

bool is_abandoned_ticket(const World& world, const std::string& name) {
  const std::size_t mark = name.find('+');
  if (!name.starts_with('.') || mark == std::string::npos) return false;
  const std::optional<Holder> left = holder(name, name.substr(0, mark + 1));
  return left && left->host == world.host_name() && !world.alive(left->process);
}

}  // namespace gpujob
