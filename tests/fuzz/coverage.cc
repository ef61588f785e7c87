// SPDX-License-Identifier: MIT
#include "fuzz/coverage.h"

#if defined(__x86_64__) && !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)

#include <algorithm>
#include <csignal>
#include <cstdint>
#include <cstring>
#include <elf.h>
#include <fstream>
#include <iterator>
#include <link.h>
#include <string>
#include <string_view>
#include <sys/mman.h>
#include <ucontext.h>
#include <unistd.h>
#include <vector>

namespace fuzz {
namespace {

constexpr unsigned char kBreakpoint = 0xCC;

struct Function {
  std::uintptr_t start;
  unsigned char first_byte;
};
std::vector<Function> functions;  ///< by their starts
volatile std::size_t reached = 0;

unsigned char* byte_at(std::uintptr_t address) {
  return reinterpret_cast<unsigned char*>(address);
}

/// Runs between a function's call and its first instruction: nothing of gpujob may be called here.
void on_breakpoint(int /*signal*/, siginfo_t* /*info*/, void* context) {
  greg_t& next = static_cast<ucontext_t*>(context)->uc_mcontext.gregs[REG_RIP];
  const std::uintptr_t start = static_cast<std::uintptr_t>(next) - 1;
  const auto found = std::lower_bound(
      functions.begin(), functions.end(), start,
      [](const Function& one, std::uintptr_t address) { return one.start < address; });
  if (found == functions.end() || found->start != start) _exit(3);
  if (*byte_at(start) == kBreakpoint) reached = reached + 1;
  *byte_at(start) = found->first_byte;
  next = static_cast<greg_t>(start);
}

/// Where this program lies; its own object is the first.
std::uintptr_t load_address() {
  std::uintptr_t address = 0;
  dl_iterate_phdr(
      [](dl_phdr_info* info, std::size_t /*size*/, void* to) {
        *static_cast<std::uintptr_t*>(to) = info->dlpi_addr;
        return 1;
      },
      &address);
  return address;
}

template <class T>
T read_at(const std::string& file, std::size_t offset) {
  T value;
  std::memcpy(&value, file.data() + offset, sizeof value);
  return value;
}

std::vector<Function> functions_of_gpujob() {
  std::ifstream stream("/proc/self/exe", std::ios::binary);
  const std::string file(std::istreambuf_iterator<char>(stream), {});
  const auto header = read_at<Elf64_Ehdr>(file, 0);
  const auto section = [&](std::size_t index) {
    return read_at<Elf64_Shdr>(file, header.e_shoff + index * sizeof(Elf64_Shdr));
  };
  std::vector<Function> found;
  for (std::size_t i = 0; i < header.e_shnum; ++i) {
    const Elf64_Shdr table = section(i);
    if (table.sh_type != SHT_SYMTAB) continue;
    const std::size_t names = section(table.sh_link).sh_offset;
    for (std::size_t at = 0; at < table.sh_size; at += sizeof(Elf64_Sym)) {
      const auto symbol = read_at<Elf64_Sym>(file, table.sh_offset + at);
      const std::string_view name = file.data() + names + symbol.st_name;
      const bool ours = name.starts_with("_ZN6gpujob") || name.starts_with("_ZNK6gpujob");
      if (!ours || ELF64_ST_TYPE(symbol.st_info) != STT_FUNC || symbol.st_size == 0) continue;
      if (name.find(".cold") != std::string_view::npos) continue;
      const std::uintptr_t start = load_address() + symbol.st_value;
      found.push_back({start, *byte_at(start)});
    }
  }
  std::sort(found.begin(), found.end(),
            [](const Function& a, const Function& b) { return a.start < b.start; });
  const auto twins = std::unique(
      found.begin(), found.end(),
      [](const Function& a, const Function& b) { return a.start == b.start; });  // C1 and C2
  found.erase(twins, found.end());
  return found;
}

bool make_writable() {
  const auto page = static_cast<std::uintptr_t>(sysconf(_SC_PAGESIZE));
  const std::uintptr_t first = functions.front().start / page * page;
  const std::size_t size = functions.back().start + 1 - first;
  return mprotect(byte_at(first), size, PROT_READ | PROT_WRITE | PROT_EXEC) == 0;
}

}  // namespace

std::size_t watch_functions() {
  if (functions.empty()) {
    functions = functions_of_gpujob();
    if (functions.empty() || !make_writable()) return 0;
    struct sigaction action = {};
    action.sa_sigaction = on_breakpoint;
    action.sa_flags = SA_SIGINFO | SA_NODEFER;
    sigaction(SIGTRAP, &action, nullptr);
  }
  reached = 0;
  for (const Function& one : functions) *byte_at(one.start) = kBreakpoint;
  return functions.size();
}

std::size_t functions_reached() {
  return reached;
}

}  // namespace fuzz

#else

namespace fuzz {

std::size_t watch_functions() {
  return 0;
}

std::size_t functions_reached() {
  return 0;
}

}  // namespace fuzz

#endif
