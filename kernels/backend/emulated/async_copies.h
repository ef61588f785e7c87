// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <random>
#include <vector>

namespace emulated {

/// From global to shared memory; zeros in place of the last bytes.
struct AsyncCopy {
  void* to = nullptr;
  const void* from = nullptr;
  std::size_t bytes = 0, zeros = 0;
  std::size_t group = 0;

  void happen() const {
    std::memcpy(to, from, bytes - zeros);
    std::memset(static_cast<char*>(to) + (bytes - zeros), 0, zeros);
  }
};

/// Copies of one thread while it goes on. What is never waited for may never happen.
class AsyncCopies {
 public:
  /// Happens at once or when it is waited for, as chance has it.
  void begin(AsyncCopy copy, std::mt19937& random) {
    copy.group = groups_;
    if (random() % 2 == 0) {
      copy.happen();
    } else {
      pending_.push_back(copy);
    }
  }

  /// What was begun since the last group is a group.
  void commit() { ++groups_; }

  /// All groups but the newest ones happen, in random order.
  void wait(std::size_t newest, std::mt19937& random) {
    std::shuffle(pending_.begin(), pending_.end(), random);
    const auto due = std::partition(pending_.begin(), pending_.end(), [&](const AsyncCopy& copy) {
      return copy.group + newest >= groups_;
    });
    std::for_each(due, pending_.end(), [](const AsyncCopy& copy) { copy.happen(); });
    pending_.erase(due, pending_.end());
  }

 private:
  std::vector<AsyncCopy> pending_;
  std::size_t groups_ = 0;
};

}  // namespace emulated
