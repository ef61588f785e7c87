// SPDX-License-Identifier: MIT
#include "base/side_by_side.h"

#include <algorithm>
#include <future>

namespace gpujob {

namespace {

/// An sshd takes ten sessions through one connection.
constexpr std::size_t kMostAtOnce = 8;

}  // namespace

std::vector<Result<ProcessAnswer>> run_side_by_side(World& world,
                                                    const std::vector<ProcessRequest>& requests) {
  std::vector<Result<ProcessAnswer>> answers;
  answers.reserve(requests.size());
  for (std::size_t first = 0; first < requests.size(); first += kMostAtOnce) {
    const std::size_t end = std::min(first + kMostAtOnce, requests.size());
    // The last runs in this thread: a question alone needs no other.
    std::vector<std::future<Result<ProcessAnswer>>> running;
    for (std::size_t i = first; i + 1 < end; ++i) {
      running.push_back(std::async(
          std::launch::async, [&world, &request = requests[i]] { return world.run(request); }));
    }
    auto last = world.run(requests[end - 1]);
    for (auto& one : running) answers.push_back(one.get());
    answers.push_back(std::move(last));
  }
  return answers;
}

}  // namespace gpujob
