// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstddef>
#include <exception>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace gpujob {

/// Threads with one device each; the caller is the first of them.
class DeviceThreads {
 public:
  /// Throws std::runtime_error if the system allows too few threads.
  explicit DeviceThreads(int size);
  DeviceThreads(const DeviceThreads&) = delete;
  DeviceThreads& operator=(const DeviceThreads&) = delete;
  ~DeviceThreads();

  int size() const { return static_cast<int>(workers_.size()) + 1; }

  /// Calls task(k) for each k < size(), on thread k, and returns when all have returned. Throws
  /// what the first of them threw.
  void each(const std::function<void(int)>& task);

  /// A barrier for tasks, to be called once in each: they continue at the same moment.
  void meet();

 private:
  void work(int index);
  void call(int index);
  void leave();

  std::vector<std::thread> workers_;
  std::mutex mutex_;
  std::condition_variable wake_, done_;
  const std::function<void(int)>* task_ = nullptr;
  std::vector<std::exception_ptr> failures_;
  std::size_t busy_ = 0;   ///< workers that have not finished this round
  std::size_t round_ = 0;  ///< counts calls of each()
  bool leaving_ = false;
  std::atomic<int> met_{0};
};

}  // namespace gpujob
