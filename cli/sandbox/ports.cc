// SPDX-License-Identifier: MIT
#include "sandbox/ports.h"

#include "base/format.h"
#include "base/text.h"
#include "sandbox/record.h"

namespace gpujob {

namespace {

/// Above the registered services, below the ephemeral range (from 32768 by default).
constexpr int kLowest = 20'000;
constexpr int kHighest = 32'000;
/// More than /proc/net/tcp of any working machine.
constexpr std::size_t kLongestTable = 16u << 20;

std::optional<int> parse_hexadecimal(std::string_view text) {
  if (text.empty() || text.size() > 4) return std::nullopt;
  int value = 0;
  for (const char c : text) {
    constexpr std::string_view kDigits = "0123456789ABCDEF";
    const std::size_t digit = kDigits.find(c);
    if (digit == std::string_view::npos) return std::nullopt;
    value = value * 16 + static_cast<int>(digit);
  }
  return value;
}

/// "   0: 0100007F:4E20 00000000:0000 0A ...": the local address and port in hexadecimal.
std::optional<int> port_in(std::string_view line) {
  const std::size_t number = line.find(": ");
  if (number == std::string_view::npos) return std::nullopt;
  const std::string_view address = line.substr(number + 2, line.find(' ', number + 2) - number - 2);
  const std::size_t colon = address.rfind(':');
  if (colon == std::string_view::npos) return std::nullopt;
  return parse_hexadecimal(address.substr(colon + 1));
}

void take_ports_of_sandboxes(const World& world, std::set<int>& used) {
  Diagnostics ignored;
  for (const SandboxRecord& record : all_sandboxes(world, ignored)) {
    used.insert(record.slurmctld_port);
    if (record.has_accounting()) used.insert(record.slurmdbd_port);
    for (int i = 0; i < record.slurmd_count; ++i) used.insert(record.first_slurmd_port + i);
  }
}

}  // namespace

std::set<int> used_ports(const World& world) {
  std::set<int> used;
  for (const char* table : {"/proc/net/tcp", "/proc/net/tcp6"}) {
    const Result<std::string> text = world.read_range(table, 0, kLongestTable);
    if (!text) continue;
    for (const std::string_view line : lines(*text)) {
      if (const std::optional<int> port = port_in(line)) used.insert(*port);
    }
  }
  return used;
}

Result<int> free_ports(World& world, int count) {
  std::set<int> used = used_ports(world);
  take_ports_of_sandboxes(world, used);
  const std::string chance = world.random_bytes(2);
  const int offset =
      static_cast<unsigned char>(chance[0]) * 256 + static_cast<unsigned char>(chance[1]);
  constexpr int kSpan = kHighest - kLowest;
  for (int tried = 0; tried < kSpan; ++tried) {
    const int first = kLowest + (offset + tried) % kSpan;
    const auto taken = used.lower_bound(first);
    if (first + count <= kHighest && (taken == used.end() || *taken >= first + count)) return first;
  }
  return Failure(ExitCode::Failed, "sandbox",
                 format("no {} free ports in a row from {} to {}", count, kLowest, kHighest), "",
                 "end other sandboxes: 'gpujob sandbox list' names them");
}

}  // namespace gpujob
