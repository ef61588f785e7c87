// SPDX-License-Identifier: MIT
#include "store/launch_block.h"

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <numeric>
#include <type_traits>

// The bytes of the heads: how many there are (2 bytes), which members differ (2 bytes, a bit a
// member), then member by member its one value or the value of each head. Example: three runs of
// one launch each without costs differ in run and start: 4 + 3 · 26 + 3 · 20 bytes and seven values
// that they share, where three heads of 96 bytes would be 288.

namespace gpujob {

namespace {

static_assert(std::is_trivially_copyable_v<LaunchHead> && std::is_standard_layout_v<LaunchHead>);

struct HeadField {
  std::size_t offset;
  std::size_t size;
};

constexpr std::size_t kCost = offsetof(LaunchHead, cost);
constexpr std::array<HeadField, kHeadFields> kFields{{
    {offsetof(LaunchHead, run), sizeof(LaunchHead::run)},
    {offsetof(LaunchHead, started), sizeof(LaunchHead::started)},
    {offsetof(LaunchHead, launch), sizeof(LaunchHead::launch)},
    {offsetof(LaunchHead, ceiling), sizeof(LaunchHead::ceiling)},
    {kCost + offsetof(JobCost, waited), sizeof(double)},
    {kCost + offsetof(JobCost, elapsed), sizeof(double)},
    {kCost + offsetof(JobCost, gpu_seconds), sizeof(double)},
    {kCost + offsetof(JobCost, core_seconds), sizeof(double)},
    {kCost + offsetof(JobCost, energy), sizeof(double)},
}};

const char* at(const LaunchHead& head, const HeadField& field) {
  return reinterpret_cast<const char*>(&head) + field.offset;
}

bool is_shared(const std::vector<LaunchHead>& heads, const HeadField& field) {
  return std::all_of(heads.begin(), heads.end(), [&](const LaunchHead& head) {
    return std::memcmp(at(head, field), at(heads[0], field), field.size) == 0;
  });
}

/// A copy of a length that the compiler knows is some instructions, not a call.
template <std::size_t Size>
void copy(char* to, const char* from) {
  std::memcpy(to, from, Size);
}

void copy_field(char* to, const char* from, std::size_t size) {
  switch (size) {
    case sizeof(LaunchHead::run):
      return copy<sizeof(LaunchHead::run)>(to, from);
    case sizeof(LaunchHead::started):
      return copy<sizeof(LaunchHead::started)>(to, from);
    case sizeof(double):
      return copy<sizeof(double)>(to, from);
    default:
      std::memcpy(to, from, size);
  }
}

using Difference = std::ptrdiff_t;

template <class Value>
void append(std::string& bytes, const std::vector<Value>& values) {
  const std::size_t length = values.size() * sizeof(Value);
  if (length == 0) return;
  const std::size_t at = bytes.size();
  bytes.resize(at + length);
  std::memcpy(bytes.data() + at, values.data(), length);
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

Measurement LaunchBlock::measurement(std::size_t launch, const LaunchConfig& setting) const {
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
  if (heads.empty()) return bytes;
  unsigned differing = 0;
  for (std::size_t i = 0; i < kHeadFields; ++i) {
    if (!is_shared(heads, kFields[i])) differing |= 1u << i;
  }
  append(bytes, std::vector{static_cast<std::uint16_t>(heads.size()),
                            static_cast<std::uint16_t>(differing)});
  for (std::size_t i = 0; i < kHeadFields; ++i) {
    const std::size_t values = (differing >> i & 1u) != 0 ? heads.size() : 1;
    for (std::size_t k = 0; k < values; ++k)
      bytes.append(at(heads[k], kFields[i]), kFields[i].size);
  }
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
  HeadReader reader(bytes);
  if (!reader.good()) return false;
  heads.clear();
  for (std::size_t i = 0; i < reader.count(); ++i) heads.push_back(reader.next());
  for (auto& part : counts) part.assign(heads.size(), 0);
  for (auto& part : samples) part.clear();
  return true;
}

bool LaunchBlock::take_part(std::size_t part, std::string_view bytes) {
  return read_part(bytes, counts[part], samples[part]);
}

HeadReader::HeadReader(std::string_view bytes) : good_(bytes.empty()) {
  std::array<std::uint16_t, 2> beginning{};
  if (bytes.size() < sizeof beginning) return;
  std::memcpy(beginning.data(), bytes.data(), sizeof beginning);
  const auto [count, differing] = beginning;
  std::size_t place = sizeof beginning;
  for (std::size_t i = 0; i < kHeadFields; ++i) {
    const auto [offset, size] = kFields[i];
    const bool differs = (differing >> i & 1u) != 0;
    const char* const values = bytes.data() + place;
    place += differs ? count * size : size;
    if (place > bytes.size()) return;
    if (differs) {
      columns_[differing_++] = {offset, size, values};
    } else {
      std::memcpy(reinterpret_cast<char*>(&common_) + offset, values, size);
    }
  }
  count_ = count;
  good_ = place == bytes.size() && count > 0;
}

LaunchHead HeadReader::next() {
  LaunchHead head = common_;
  for (std::size_t i = 0; i < differing_; ++i) {
    Column& column = columns_[i];
    copy_field(reinterpret_cast<char*>(&head) + column.offset, column.next, column.size);
    column.next += column.size;
  }
  return head;
}

bool read_part(std::string_view bytes, std::vector<std::uint32_t>& counts,
               std::vector<double>& samples) {
  const std::size_t length = counts.size() * sizeof(std::uint32_t);
  if (bytes.size() < length) return false;
  std::memcpy(counts.data(), bytes.data(), length);
  const std::size_t all = sum(counts, counts.size());
  bytes.remove_prefix(length);
  if (bytes.size() != all * sizeof(double)) return false;
  samples.resize(samples.size() + all);
  std::memcpy(samples.data() + samples.size() - all, bytes.data(), bytes.size());
  return true;
}

}  // namespace gpujob
