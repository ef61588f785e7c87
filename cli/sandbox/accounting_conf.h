// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "sandbox/accounting_limits.h"
#include "sandbox/layout.h"

// Configuration and options of the accounting daemons of a sandbox. Pure.

namespace gpujob {

/// Options of mariadbd for a small private database. `user`, a number, is who runs it.
std::vector<std::string> mariadbd_options(const SandboxLayout& layout, const std::string& user);

/// SQL that an empty mariadbd starts with: of `system_tables`, the SQL of MariaDB's system tables,
/// only the table of stored procedures, of which slurmdbd makes some. Fails with ExitCode::Failed
/// if it is missing; `where` is left empty.
Result<std::string> database_start_sql(std::string_view system_tables);

/// `user`, a name, is who runs it: slurmdbd compares it with the file's owner.
std::string slurmdbd_conf(const SandboxLayout& layout, const std::string& user, int port);

/// What sacctmgr reads: the cluster, its qualities of service, the accounts (not empty; the first
/// is the user's default) and the user in each. All are words of letters, digits, '.', '_' and '-'.
std::string sacctmgr_commands(const std::string& cluster, const std::string& user,
                              const std::vector<std::string>& accounts,
                              const AccountedLimits& limits);

/// What it reads once slurmctld has told slurmdbd that there are GPUs, which it else does not know:
/// the limits of the qualities of service; may be empty.
std::string sacctmgr_limits(const AccountedLimits& limits);

}  // namespace gpujob
