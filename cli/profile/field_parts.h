// SPDX-License-Identifier: MIT
#pragma once

#include <string_view>
#include <vector>

#include "base/schema.h"

// What the field tables of a site profile are made of.

namespace gpujob {

using Fields = std::vector<Field>;

inline constexpr std::string_view kSlurmName = "[A-Za-z0-9_][A-Za-z0-9_.-]*";
inline constexpr std::string_view kSlurmNameForm = "letters, digits, '_', '.' and '-'";

inline constexpr std::string_view kOption = "[a-z][a-z-]*";
inline constexpr std::string_view kOptionForm = "a long option of sbatch without its dashes";

/// The fields of a block with the three that every block may carry: where its facts were read,
/// when, and what a reader should know.
Fields sourced(Fields fields);

/// A list of words of one pattern.
Field word_list(std::string_view name, std::string_view doc, std::string_view pattern,
                std::string_view form);

/// The software stacks of a cluster.
Field stacks_field();

/// Options of plug-ins, storage and billing of a cluster.
Field plugins_field();
Field storage_field();
Field billing_field();

}  // namespace gpujob
