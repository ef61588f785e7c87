// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "report/measurement.h"

namespace gpujob {

/// Members of a launch's head.
constexpr std::size_t kHeadFields = 9;

/// Up to `kBlockLaunches` launches of one setting, by columns: heads in one row of bytes, the
/// samples of each part in another. Only this machine's caches hold such bytes; they are in its own
/// byte order. So many that three rows, of heads or of five samples each, fill a page of the
/// database, and few enough to be written again when one more comes.
struct LaunchBlock {
  static constexpr std::size_t kBlockLaunches = 118;

  std::vector<LaunchHead> heads;
  std::array<std::vector<std::uint32_t>, kParts> counts;  ///< one a head
  std::array<std::vector<double>, kParts> samples;

  bool full() const { return heads.size() >= kBlockLaunches; }
  void add(const LaunchHead& head, const std::array<std::vector<double>, kParts>& seconds);
  void remove(std::size_t launch);
  /// A launch whole, with the block's setting.
  Measurement measurement(std::size_t launch, const LaunchConfig& setting) const;
  /// Of a launch of this run and number.
  std::optional<std::size_t> find(const ShortText<26>& run, std::uint16_t launch) const;

  std::string head_bytes() const;
  std::string part_bytes(std::size_t part) const;
  /// False for bytes that a block does not have.
  bool take_heads(std::string_view bytes);
  bool take_part(std::size_t part, std::string_view bytes);
};

/// Reads the heads of a block without keeping them; nothing for damaged bytes. What all heads of a
/// block have in common stands there once.
class HeadReader {
 public:
  explicit HeadReader(std::string_view bytes);

  bool good() const { return good_; }
  std::size_t count() const { return count_; }
  /// Called at most `count` times.
  LaunchHead next();

 private:
  /// A member of the head that differs between heads, and where its next value lies.
  struct Column {
    std::size_t offset = 0;
    std::size_t size = 0;
    const char* next = nullptr;
  };

  LaunchHead common_;
  std::array<Column, kHeadFields> columns_;
  std::size_t differing_ = 0;
  std::size_t count_ = 0;
  bool good_;
};

/// Reads a part's bytes beside as many heads as `counts` has places: how many samples each has, and
/// the samples, behind those that are there. False for damaged bytes.
bool read_part(std::string_view bytes, std::vector<std::uint32_t>& counts,
               std::vector<double>& samples);

}  // namespace gpujob
