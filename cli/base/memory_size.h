// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace gpujob {

/// An amount of memory as sbatch's --mem takes it: "4000" (MiB), "16G", "512M", "1T", "100K";
/// binary units, rounded up to whole MiB. Source: https://slurm.schedmd.com/sbatch.html (--mem).
std::optional<long long> parse_memory_mib(std::string_view text);

/// MiB for sbatch: "16G" where it is a whole number of GiB, else "4000M".
std::string format_memory_mib(long long mib);

/// Bytes for people: "3.2 GiB", "512 MiB", "80 B".
std::string format_bytes(double bytes);

}  // namespace gpujob
