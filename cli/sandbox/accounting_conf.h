// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "sandbox/layout.h"

// The texts and options of what keeps the accounting of a sandbox. Pure.

namespace gpujob {

/// Options of mariadbd for a small database of nobody else's. `user` is who runs it; a number.
std::vector<std::string> mariadbd_options(const SandboxLayout& layout, const std::string& user);

/// SQL that an empty mariadbd starts with: of MariaDB's system tables, whose SQL is
/// `system_tables`, only the one of stored procedures, since slurmdbd makes some. Fails with
/// ExitCode::Failed if it is not there; `where` is left empty.
Result<std::string> database_start_sql(std::string_view system_tables);

/// `user` is who runs it; a name, for slurmdbd compares it with that of the file's owner.
std::string slurmdbd_conf(const SandboxLayout& layout, const std::string& user, int port);

/// What sacctmgr reads: the cluster, the accounts (not empty; the first is the user's default) and
/// the user in each. All are words of letters, digits, '.', '_' and '-'.
std::string sacctmgr_commands(const std::string& cluster, const std::string& user,
                              const std::vector<std::string>& accounts);

}  // namespace gpujob
