// SPDX-License-Identifier: MIT
#include "run/poll_backoff.h"

#include <algorithm>

namespace gpujob {

namespace {

constexpr Milliseconds kLocalInterval{200};
constexpr Milliseconds kLongestInterval{300'000};

}  // namespace

PollBackoff::PollBackoff(const std::vector<RunRecord>& runs) : floor_(kLocalInterval) {
  for (const RunRecord& run : runs) {
    if (run.endpoint.kind != EndpointKind::Local && !is_final(run.state)) {
      floor_ = std::max(floor_, Milliseconds(run.endpoint.polling_floor));
      growing_ = Growing::Yes;
    }
  }
  interval_ = floor_;
}

void PollBackoff::back_off() {
  interval_ = std::max(floor_, std::min(kLongestInterval, interval_ * 2));
}

Milliseconds PollBackoff::next(World& world) {
  const Milliseconds planned = interval_;
  if (growing_ == Growing::Yes) {
    interval_ = std::max(floor_, std::min(kLongestInterval, interval_ * 5 / 4));
  }
  const auto byte = static_cast<unsigned char>(world.random_bytes(1).front());
  return planned + planned * byte / 2560;
}

}  // namespace gpujob
