// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

namespace gpujob {

/// SHA-256 (FIPS 180-4) of bytes that come one after the other.
class Sha256 {
 public:
  void add(std::string_view bytes);
  /// 64 lower-case hexadecimal digits. Call once, last.
  std::string digits();

 private:
  std::array<std::uint32_t, 8> hash_{0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                                     0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
  std::uint64_t bytes_ = 0;
  std::string rest_;  ///< less than a block
};

/// SHA-256 (FIPS 180-4) of `bytes` as 64 lower-case hexadecimal digits.
std::string sha256(std::string_view bytes);

}  // namespace gpujob
