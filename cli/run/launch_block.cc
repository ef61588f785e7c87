// SPDX-License-Identifier: MIT
#include "run/launch_block.h"

#include <cstring>
#include <numeric>
#include <type_traits>

namespace gpujob {

namespace {

static_assert(std::is_trivially_copyable_v<LaunchHead>);

using Difference = std::ptrdiff_t;

template <class Value>
void append(std::string& bytes, const std::vector<Value>& values) {
  const std::size_t length = values.size() * sizeof(Value);
  if (length == 0) return;
  const std::size_t at = bytes.size();
  bytes.resize(at + length);
  std::memcpy(bytes.data() + at, values.data(), length);
}

template <class Value>
std::vector<Value> values_at(std::string_view bytes, std::size_t count) {
  std::vector<Value> values(count);
  if (count > 0) std::memcpy(values.data(), bytes.data(), count * sizeof(Value));
  return values;
}

std::size_t sum(const std::vector<std::uint32_t>& counts, std::size_t count) {
  return std::accumulate(counts.begin(), counts.begin() + static_cast<Difference>(count),
                         std::size_t{0});
}

}  // namespace

void LaunchBlock::add(const LaunchHead& head,
                      const std::array<std::vector<double>, kParts>& seconds) {
  heads.push_back(head);
  for (std::size_t part = 0; part < kParts; ++part) {
    counts[part].push_back(static_cast<std::uint32_t>(seconds[part].size()));
    samples[part].insert(samples[part].end(), seconds[part].begin(), seconds[part].end());
  }
}

void LaunchBlock::remove(std::size_t launch) {
  const auto at = static_cast<Difference>(launch);
  for (std::size_t part = 0; part < kParts; ++part) {
    const auto first = samples[part].begin() + static_cast<Difference>(sum(counts[part], launch));
    samples[part].erase(first, first + counts[part][launch]);
    counts[part].erase(counts[part].begin() + at);
  }
  heads.erase(heads.begin() + at);
}

Measurement LaunchBlock::measurement(std::size_t launch, const LaunchSetting& setting) const {
  const LaunchHead& head = heads[launch];
  Measurement whole;
  whole.run = head.run.view();
  whole.launch = head.launch;
  whole.started = head.started.view();
  whole.setting = setting;
  whole.ceiling = head.ceiling;
  whole.cost = head.cost;
  for (std::size_t part = 0; part < kParts; ++part) {
    const auto first = samples[part].begin() + static_cast<Difference>(sum(counts[part], launch));
    whole.seconds[part].assign(first, first + counts[part][launch]);
  }
  return whole;
}

std::optional<std::size_t> LaunchBlock::find(const ShortText<26>& run, std::uint16_t launch) const {
  for (std::size_t i = 0; i < heads.size(); ++i) {
    if (heads[i].launch == launch && heads[i].run == run) return i;
  }
  return std::nullopt;
}

std::string LaunchBlock::head_bytes() const {
  std::string bytes;
  append(bytes, heads);
  return bytes;
}

std::string LaunchBlock::part_bytes(std::size_t part) const {
  std::string bytes;
  if (samples[part].empty()) return bytes;
  append(bytes, counts[part]);
  append(bytes, samples[part]);
  return bytes;
}

bool LaunchBlock::take_heads(std::string_view bytes) {
  if (bytes.size() % sizeof(LaunchHead) != 0) return false;
  heads = values_at<LaunchHead>(bytes, bytes.size() / sizeof(LaunchHead));
  for (auto& part : counts) part.assign(heads.size(), 0);
  for (auto& part : samples) part.clear();
  return true;
}

bool LaunchBlock::take_part(std::size_t part, std::string_view bytes) {
  PartReader reader(bytes, heads.size());
  if (!reader.good()) return false;
  for (std::size_t i = 0; i < heads.size(); ++i) {
    const std::span<const double> row = reader.next();
    counts[part][i] = static_cast<std::uint32_t>(row.size());
    samples[part].insert(samples[part].end(), row.begin(), row.end());
  }
  return true;
}

PartReader::PartReader(std::string_view bytes, std::size_t count)
    : bytes_(bytes), at_sample_(count * sizeof(std::uint32_t)) {
  if (bytes.empty()) {
    good_ = true;
    return;
  }
  if (bytes.size() < at_sample_) return;
  const std::size_t all = sum(values_at<std::uint32_t>(bytes, count), count);
  good_ = bytes.size() == at_sample_ + (all * sizeof(double));
}

std::span<const double> PartReader::next() {
  if (bytes_.empty()) return {};
  std::uint32_t count = 0;
  std::memcpy(&count, bytes_.data() + at_count_, sizeof count);
  at_count_ += sizeof count;
  row_.resize(count);
  if (count > 0) std::memcpy(row_.data(), bytes_.data() + at_sample_, count * sizeof(double));
  at_sample_ += count * sizeof(double);
  return row_;
}

}  // namespace gpujob
