// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstddef>
#include <mutex>
#include <system_error>
#include <thread>
#include <vector>

namespace gpujob {

/// Threads that wait for work, as many as asked for, or as the system gives; the caller is one of
/// them.
class Pool {
 public:
  explicit Pool(int threads) {
    try {
      for (int t = 1; t < threads; ++t) workers_.emplace_back([this] { work(); });
    } catch (const std::system_error&) {
      return;  // no more are given: the others do it all
    }
  }
  Pool(const Pool&) = delete;
  Pool& operator=(const Pool&) = delete;
  ~Pool() {
    {
      const std::lock_guard<std::mutex> lock(mutex_);
      leaving_ = true;
    }
    wake_.notify_all();
    for (std::thread& worker : workers_) worker.join();
  }

  int threads() const { return static_cast<int>(workers_.size()) + 1; }

  /// Calls `task(begin, end)` for pieces of [0, count), each of `grain` items at most, and returns
  /// when all are done. Pieces are handed out one by one, so unequal ones and slow cores even out.
  template <class Task>
  void run(std::size_t count, std::size_t grain, const Task& task) {
    Job job{count, grain < 1 ? 1 : grain, &task, [](const void* t, std::size_t b, std::size_t e) {
              (*static_cast<const Task*>(t))(b, e);
            }};
    if (workers_.empty() || count <= job.grain) {
      task(0, count);
      return;
    }
    start(job);
    take_pieces(job);
    finish();
  }

 private:
  struct Job {
    std::size_t count;
    std::size_t grain;
    const void* task;
    void (*call)(const void* task, std::size_t begin, std::size_t end);
    std::atomic<std::size_t> next{0};
    Job(std::size_t c, std::size_t g, const void* t,
        void (*f)(const void*, std::size_t, std::size_t))
        : count(c), grain(g), task(t), call(f) {}
  };

  static void take_pieces(Job& job) {
    for (;;) {
      const std::size_t begin = job.next.fetch_add(job.grain);
      if (begin >= job.count) return;
      job.call(job.task, begin, begin + job.grain < job.count ? begin + job.grain : job.count);
    }
  }

  void start(Job& job) {
    {
      const std::lock_guard<std::mutex> lock(mutex_);
      job_ = &job;
      busy_ = workers_.size();
      ++round_;
    }
    wake_.notify_all();
  }

  void finish() {
    std::unique_lock<std::mutex> lock(mutex_);
    done_.wait(lock, [this] { return busy_ == 0; });
    job_ = nullptr;
  }

  void work() {
    std::size_t seen = 0;
    std::unique_lock<std::mutex> lock(mutex_);
    for (;;) {
      wake_.wait(lock, [&] { return leaving_ || round_ != seen; });
      if (leaving_) return;
      seen = round_;
      Job& job = *job_;
      lock.unlock();
      take_pieces(job);
      lock.lock();
      if (--busy_ == 0) done_.notify_one();
    }
  }

  std::vector<std::thread> workers_;
  std::mutex mutex_;
  std::condition_variable wake_, done_;
  Job* job_ = nullptr;
  std::size_t busy_ = 0;   ///< workers that have not finished this round
  std::size_t round_ = 0;  ///< counts jobs, so that a worker takes each once
  bool leaving_ = false;
};

}  // namespace gpujob
