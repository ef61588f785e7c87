// SPDX-License-Identifier: MIT
#include "sandbox/accounting_conf.h"

#include "base/format.h"
#include "base/text.h"

// A database is usually made by mariadb-install-db, which takes seconds and hundreds of MB. What
// slurmdbd needs is less: an empty directory, in which mariadbd makes its own files, and the table
// of stored procedures. No password is needed (--skip-grant-tables): it listens on no port, and its
// socket is in a directory that only its user can enter. It is removed with the sandbox, so nothing
// is flushed to disk.
//
// Sources: https://mariadb.com/kb/en/mariadbd-options/,
// https://slurm.schedmd.com/slurmdbd.conf.html, https://slurm.schedmd.com/sacctmgr.html.

namespace gpujob {

std::vector<std::string> mariadbd_options(const SandboxLayout& layout, const std::string& user) {
  std::vector<std::string> options = {
      "--no-defaults",
      "--datadir=" + layout.database(),
      "--tmpdir=" + layout.database_temporary(),
      "--socket=" + layout.database_socket(),
      "--pid-file=" + layout.runtime + "/mariadbd.pid",
      "--init-file=" + layout.database_start(),
      "--skip-networking",
      "--skip-grant-tables",
      "--skip-log-bin",
      "--performance-schema=0",
      "--max-connections=32",
      "--open-files-limit=1024",
      "--table-open-cache=200",
      "--thread-cache-size=0",
      "--key-buffer-size=64K",
      "--aria-pagecache-buffer-size=256K",
      "--innodb-buffer-pool-size=8M",
      "--innodb-log-file-size=4M",
      "--innodb-data-file-path=ibdata1:12M:autoextend",
      "--innodb-autoextend-increment=4",
      "--innodb-temp-data-file-path=ibtmp1:1M:autoextend",
      "--innodb-file-per-table=0",
      "--innodb-doublewrite=0",
      "--innodb-flush-log-at-trx-commit=0",
      "--innodb-flush-method=nosync",
      "--innodb-use-native-aio=0",
      // Not in every release.
      "--loose-sync-frm=0",
      "--loose-debug-no-sync=1",
      // What slurmdbd needs for long transactions, in seconds.
      "--innodb-lock-wait-timeout=900",
  };
  // It refuses to run as root unless told so.
  if (user == "0") options.emplace_back("--user=root");
  return options;
}

Result<std::string> database_start_sql(std::string_view system_tables) {
  constexpr std::string_view kBegin = "CREATE TABLE IF NOT EXISTS proc (";
  const std::size_t begin = system_tables.find(kBegin);
  const std::size_t end = begin == std::string_view::npos ? begin : system_tables.find(';', begin);
  if (end == std::string_view::npos) {
    return Failure(ExitCode::Failed, "", "not the system tables of MariaDB",
                   "it makes no table 'proc'");
  }
  // --init-file reads one statement per line.
  const std::string table(system_tables.substr(begin, end - begin));
  return "CREATE DATABASE mysql;\nUSE mysql;\n" + replace_all(table, "\n", " ") + ";\n";
}

std::string slurmdbd_conf(const SandboxLayout& layout, const std::string& user, int port) {
  return format(
      "AuthType=auth/munge\nAuthInfo=socket={}\nDbdHost=localhost\nDbdAddr=127.0.0.1\n"
      "DbdPort={}\nSlurmUser={}\nPidFile={}/slurmdbd.pid\n"
      "CommunicationParameters=NoInAddrAny\nStorageType=accounting_storage/mysql\n"
      "StorageHost=localhost\nStorageLoc=slurm\nStorageUser=sandbox\n",
      layout.munge_socket(), port, user, layout.runtime);
}

std::string sacctmgr_commands(const std::string& cluster, const std::string& user,
                              const std::vector<std::string>& accounts,
                              const AccountedLimits& limits) {
  std::string text = format("add cluster {0}\n", cluster);
  for (const AccountedQos& one : limits.qos)
    text += format("add qos {}\n", one.name);  // "normal" is there already
  return text + format(
                    "add account {1} cluster={0} description=sandbox organization=sandbox\n"
                    "add user {2} account={1} defaultaccount={3}{4}\n",
                    cluster, join(accounts, ","), user, accounts.front(), limits.user);
}

std::string sacctmgr_limits(const AccountedLimits& limits) {
  std::string text;
  for (const AccountedQos& one : limits.qos) {
    const std::string per_job = one.per_job.empty() ? "" : " MaxTRESPerJob=" + one.per_job;
    if (one.limits.empty() && per_job.empty()) continue;
    text += format("modify qos {} set{}{}\n", one.name, one.limits, per_job);
  }
  return text;
}

}  // namespace gpujob
