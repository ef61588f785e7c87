// SPDX-License-Identifier: MIT
#include "base/utf8.h"

namespace gpujob {

namespace {

/// The number of bytes that `lead` announces and the smallest code point such a form may hold;
/// a smaller one is an overlong form.
struct Form {
  std::size_t bytes;
  char32_t smallest;
  unsigned char mask;
};

std::optional<Form> form_of(unsigned char lead) {
  if (lead < 0x80) return Form{1, 0, 0x7F};
  if (lead >= 0xC2 && lead < 0xE0) return Form{2, 0x80, 0x1F};
  if (lead >= 0xE0 && lead < 0xF0) return Form{3, 0x800, 0x0F};
  if (lead >= 0xF0 && lead < 0xF5) return Form{4, 0x10000, 0x07};
  return std::nullopt;
}

}  // namespace

std::optional<Utf8Character> decode_utf8(std::string_view text) {
  const auto lead = static_cast<unsigned char>(text.front());
  const std::optional<Form> form = form_of(lead);
  if (!form || text.size() < form->bytes) return std::nullopt;
  char32_t point = lead & form->mask;
  for (std::size_t i = 1; i < form->bytes; ++i) {
    const auto byte = static_cast<unsigned char>(text[i]);
    if ((byte & 0xC0) != 0x80) return std::nullopt;
    point = (point << 6) | (byte & 0x3Fu);
  }
  const bool surrogate = point >= 0xD800 && point <= 0xDFFF;
  if (point < form->smallest || surrogate || point > 0x10FFFF) return std::nullopt;
  return Utf8Character{point, form->bytes};
}

std::optional<std::size_t> find_bad_utf8(std::string_view text) {
  std::size_t at = 0;
  while (at < text.size()) {
    if ((static_cast<unsigned char>(text[at]) & 0x80) == 0) {
      ++at;
      continue;
    }
    const std::optional<Utf8Character> character = decode_utf8(text.substr(at));
    if (!character) return at;
    at += character->bytes;
  }
  return std::nullopt;
}

}  // namespace gpujob
