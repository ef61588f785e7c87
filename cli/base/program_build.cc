// SPDX-License-Identifier: MIT
#include "base/program_build.h"

#include <cstddef>
#include <cstring>
#include <link.h>
#include <string_view>

namespace gpujob {

namespace {

constexpr std::string_view kHexDigits = "0123456789abcdef";

std::size_t padded(std::size_t bytes) {
  return (bytes + 3) / 4 * 4;
}

/// Of the notes of an ELF file, in memory; empty if it is not among them.
std::string build_id_in(std::string_view notes) {
  ElfW(Nhdr) note{};
  while (notes.size() >= sizeof note) {
    std::memcpy(&note, notes.data(), sizeof note);
    const std::size_t name = padded(note.n_namesz);
    const std::size_t size = sizeof note + name + padded(note.n_descsz);
    if (size > notes.size()) return "";
    if (note.n_type == NT_GNU_BUILD_ID && notes.substr(sizeof note).starts_with("GNU")) {
      std::string digits;
      for (const char byte : notes.substr(sizeof note + name, note.n_descsz)) {
        digits += kHexDigits[static_cast<unsigned char>(byte) >> 4];
        digits += kHexDigits[static_cast<unsigned char>(byte) & 15];
      }
      return digits;
    }
    notes.remove_prefix(size);
  }
  return "";
}

/// The first object that is told of is the program itself: 1 ends the walk.
int look_at_program(dl_phdr_info* info, std::size_t /*size*/, void* found) {
  for (const auto* one = info->dlpi_phdr; one != info->dlpi_phdr + info->dlpi_phnum; ++one) {
    if (one->p_type != PT_NOTE) continue;
    const auto* bytes = reinterpret_cast<const char*>(info->dlpi_addr + one->p_vaddr);  // NOLINT
    *static_cast<std::string*>(found) = build_id_in({bytes, one->p_memsz});
    if (!static_cast<std::string*>(found)->empty()) break;
  }
  return 1;
}

}  // namespace

std::string program_build() {
  std::string build;
  ::dl_iterate_phdr(look_at_program, &build);
  return build;
}

}  // namespace gpujob
