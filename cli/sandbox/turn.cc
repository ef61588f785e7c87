// SPDX-License-Identifier: MIT
#include "sandbox/turn.h"

#include <optional>
#include <utility>
#include <vector>

#include "base/format.h"
#include "base/paths.h"
#include "base/text.h"
#include "sandbox/layout.h"
#include "sandbox/processes.h"

// Each process that wants the turn lays down a ticket, a file whose name tells who it is, and looks
// for others only then: of two, the later sees the ticket of the earlier. It has the turn when it
// sees none but its own. Of those that came at once the least stays and the others step back. The
// ticket of a process that has ended counts for nothing, and whoever sees it may remove it: no
// other will ever have its name.

namespace gpujob {

namespace {

constexpr Milliseconds kTick{20};
constexpr Milliseconds kPatience{60'000};

/// "<home>/.<name>+<pid>+<start>+<boot>": '+' and the first '.' are in no name of a sandbox.
std::string prefix_of(const std::string& name) {
  return format(".{}+", name);
}

std::optional<ProcessIdentity> holder(std::string_view ticket, const std::string& prefix) {
  if (!ticket.starts_with(prefix)) return std::nullopt;
  const std::vector<std::string_view> fields = split(ticket.substr(prefix.size()), '+');
  if (fields.size() != 3) return std::nullopt;
  const auto pid = parse_integer(fields[0]);
  const auto start = parse_integer(fields[1]);
  if (!pid || !start) return std::nullopt;
  return ProcessIdentity{static_cast<long>(*pid), *start, std::string(fields[2])};
}

/// The line of those that want one sandbox's turn.
class Queue {
 public:
  Queue(World& world, const std::string& name, const ProcessIdentity& self)
      : world_(world),
        home_(sandbox_home(world)),
        prefix_(prefix_of(name)),
        own_(format("{}{}+{}+{}", prefix_, self.pid, self.start_ticks, self.boot_id)) {}

  std::string ticket() const { return join_path(home_, own_); }

  Status enter() {
    if (auto made = world_.make_directory(home_); !made) return made;
    entered_ = true;
    return world_.write_plain(ticket(), "", FileMode::Private);
  }

  void leave() {
    [[maybe_unused]] const Status removed = world_.remove_file(ticket());
    entered_ = false;
  }

  /// The first living process before or behind this one; nothing: the turn is ours.
  std::optional<ProcessIdentity> look() {
    for (const std::string& name : world_.list(home_)) {
      const auto other = name == own_ ? std::nullopt : holder(name, prefix_);
      if (!other) continue;
      if (world_.alive(*other)) {
        if (entered_ && name < own_) leave();
        return other;
      }
      [[maybe_unused]] const Status removed = world_.remove_file(join_path(home_, name));
    }
    return std::nullopt;
  }

  bool entered() const { return entered_; }

 private:
  World& world_;
  std::string home_;
  std::string prefix_;
  std::string own_;
  bool entered_ = false;
};

}  // namespace

Turn::Turn(World& world, std::string ticket) : world_(&world), ticket_(std::move(ticket)) {}

Turn::Turn(Turn&& other) noexcept
    : world_(other.world_), ticket_(std::exchange(other.ticket_, "")) {}

Turn::~Turn() {
  if (ticket_.empty()) return;
  [[maybe_unused]] const Status removed = world_->remove_file(ticket_);
}

Result<Turn> Turn::take(World& world, const std::string& name, NoTicket otherwise) {
  if (auto good = check_sandbox_name(name); !good) return good.failure();
  const auto self = own_process(world);
  if (!self) return Failure(ExitCode::Failed, "/proc/self/stat", "cannot be read");
  Queue queue(world, name, *self);
  const Instant end = world.now() + kPatience;
  const int heard = world.interrupted();
  for (;;) {
    const auto other = queue.look();
    if (!other && queue.entered()) return Turn(world, queue.ticket());
    if (!other) {
      const Status entered = queue.enter();
      if (entered) continue;
      queue.leave();
      if (otherwise == NoTicket::Fails) return entered.failure();
      return Turn(world, "");
    }
    const bool stopped = world.interrupted() != heard;
    if (stopped || world.now() >= end) {
      queue.leave();
      return Failure(ExitCode::Failed, format("sandbox '{}'", name), "it is not its turn",
                     format("process {} is starting or ending it", other->pid),
                     "try again when that has ended");
    }
    world.sleep(kTick);
  }
}

}  // namespace gpujob
