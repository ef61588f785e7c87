// SPDX-License-Identifier: MIT
#include "base/sha256.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#if defined(__x86_64__)
#include <cpuid.h>
#include <immintrin.h>
#endif

// FIPS 180-4, sections 4.1.2, 5 and 6.2; the names are the standard's. An identity for scripts,
// profiles and reports, hand-written so that a static program needs no TLS library.

namespace gpujob {

namespace {

using Word = std::uint32_t;
using State = std::array<Word, 8>;

constexpr std::size_t kBlock = 64;  // bytes

constexpr std::array<Word, 64> kK{
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};

/// W_t of the 64 rounds from the 16 big-endian words of a block.
std::array<Word, 64> schedule(std::string_view block) {
  std::array<Word, 64> w{};
  for (std::size_t t = 0; t < 16; ++t) {
    for (std::size_t i = 0; i < 4; ++i) {
      w[t] = (w[t] << 8) | static_cast<unsigned char>(block[4 * t + i]);
    }
  }
  for (std::size_t t = 16; t < 64; ++t) {
    const Word s0 = std::rotr(w[t - 15], 7) ^ std::rotr(w[t - 15], 18) ^ (w[t - 15] >> 3);
    const Word s1 = std::rotr(w[t - 2], 17) ^ std::rotr(w[t - 2], 19) ^ (w[t - 2] >> 10);
    w[t] = s1 + w[t - 7] + s0 + w[t - 16];
  }
  return w;
}

void compress_plain(State& hash, std::string_view block) {
  const std::array<Word, 64> w = schedule(block);
  auto [a, b, c, d, e, f, g, h] = hash;
  for (std::size_t t = 0; t < 64; ++t) {
    const Word sum1 = std::rotr(e, 6) ^ std::rotr(e, 11) ^ std::rotr(e, 25);
    const Word t1 = h + sum1 + ((e & f) ^ (~e & g)) + kK[t] + w[t];
    const Word sum0 = std::rotr(a, 2) ^ std::rotr(a, 13) ^ std::rotr(a, 22);
    const Word t2 = sum0 + ((a & b) ^ (a & c) ^ (b & c));
    h = g;
    g = f;
    f = e;
    e = d + t1;
    d = c;
    c = b;
    b = a;
    a = t1 + t2;
  }
  const State round{a, b, c, d, e, f, g, h};
  for (std::size_t i = 0; i < hash.size(); ++i) hash[i] += round[i];
}

#if defined(__x86_64__)

bool has_instructions() {
  unsigned a = 0;
  unsigned b = 0;
  unsigned c = 0;
  unsigned d = 0;
  return __get_cpuid_count(7, 0, &a, &b, &c, &d) != 0 && (b & bit_SHA) != 0;
}

__m128i load(const void* from) {
  return _mm_loadu_si128(static_cast<const __m128i*>(from));
}

void store(Word* to, __m128i words) {
  _mm_storeu_si128(reinterpret_cast<__m128i*>(to), words);  // NOLINT: as the instruction wants it
}

/// The same by the processor's own instructions, which keep the state as ABEF and CDGH and do four
/// rounds at a time: reports and sources take a tenth of the time.
__attribute__((target("sha,sse4.1"))) void compress_fast(State& hash, std::string_view block) {
  const __m128i big_endian = _mm_set_epi64x(0x0c0d0e0f08090a0b, 0x0405060700010203);
  const __m128i badc = _mm_shuffle_epi32(load(&hash[0]), 0xB1);
  const __m128i hgfe = _mm_shuffle_epi32(load(&hash[4]), 0x1B);
  const __m128i abef = _mm_alignr_epi8(badc, hgfe, 8);
  const __m128i cdgh = _mm_blend_epi16(hgfe, badc, 0xF0);
  __m128i w[4];  // NOLINT(*-avoid-c-arrays): std::array drops the type's alignment
  for (std::size_t i = 0; i < 4; ++i) w[i] = _mm_shuffle_epi8(load(&block[16 * i]), big_endian);
  __m128i one = abef;
  __m128i other = cdgh;
  for (std::size_t i = 0; i < 16; ++i) {
    __m128i& now = w[i % 4];
    const __m128i sum = _mm_add_epi32(now, load(&kK[4 * i]));
    other = _mm_sha256rnds2_epu32(other, one, sum);
    one = _mm_sha256rnds2_epu32(one, other, _mm_shuffle_epi32(sum, 0x0E));
    const __m128i last = w[(i + 3) % 4];
    now = _mm_add_epi32(_mm_sha256msg1_epu32(now, w[(i + 1) % 4]),
                        _mm_alignr_epi8(last, w[(i + 2) % 4], 4));
    now = _mm_sha256msg2_epu32(now, last);
  }
  const __m128i feba = _mm_shuffle_epi32(_mm_add_epi32(one, abef), 0x1B);
  const __m128i dchg = _mm_shuffle_epi32(_mm_add_epi32(other, cdgh), 0xB1);
  store(&hash[0], _mm_blend_epi16(feba, dchg, 0xF0));
  store(&hash[4], _mm_alignr_epi8(dchg, feba, 8));
}

void compress(State& hash, std::string_view block) {
  static const bool fast = has_instructions();
  fast ? compress_fast(hash, block) : compress_plain(hash, block);
}

#else

void compress(State& hash, std::string_view block) {
  compress_plain(hash, block);
}

#endif

/// What follows the last whole block: the rest, a one bit, zeros, the length in bits.
std::string padded_tail(std::string_view rest, std::uint64_t bytes) {
  std::string tail(rest);
  tail += '\x80';
  while (tail.size() % kBlock != kBlock - 8) tail += '\0';
  for (int shift = 56; shift >= 0; shift -= 8) tail += static_cast<char>((bytes * 8) >> shift);
  return tail;
}

}  // namespace

void Sha256::add(std::string_view bytes) {
  bytes_ += bytes.size();
  if (!rest_.empty()) {
    const std::size_t fits = std::min(kBlock - rest_.size(), bytes.size());
    rest_ += bytes.substr(0, fits);
    bytes.remove_prefix(fits);
    if (rest_.size() < kBlock) return;
    compress(hash_, rest_);
    rest_.clear();
  }
  for (; bytes.size() >= kBlock; bytes.remove_prefix(kBlock))
    compress(hash_, bytes.substr(0, kBlock));
  rest_ += bytes;
}

std::string Sha256::digits() {
  const std::string tail = padded_tail(rest_, bytes_);
  for (std::size_t at = 0; at < tail.size(); at += kBlock) {
    compress(hash_, std::string_view(tail).substr(at, kBlock));
  }
  std::string digits;
  for (const Word word : hash_) {
    for (int shift = 28; shift >= 0; shift -= 4)
      digits += "0123456789abcdef"[(word >> shift) & 15u];
  }
  return digits;
}

std::string sha256(std::string_view bytes) {
  Sha256 hash;
  hash.add(bytes);
  return hash.digits();
}

}  // namespace gpujob
