// SPDX-License-Identifier: MIT
#include "base/database.h"

#include <cerrno>
#include <fcntl.h>
#include <sqlite3.h>
#include <unistd.h>
#include <utility>

#include "base/file_error.h"
#include "base/text.h"

namespace gpujob {

namespace {

/// How long a statement waits for another process's lock.
constexpr int kBusyMilliseconds = 5000;

/// The errno of the last call of the system that SQLite logged as failed.
thread_local int last_logged_errno = 0;

/// "os_unix.c:43353: (5) unlink(/home/ada/x-journal) - Input/output error"
void note_logged_errno(void* /*nothing*/, int /*code*/, const char* message) {
  const std::string_view text(message);
  const std::size_t at = text.find(": (");
  if (!text.starts_with("os_unix.c:") || at == std::string_view::npos) return;
  const auto error = parse_integer(text.substr(at + 3, text.find(')') - at - 3));
  if (error) last_logged_errno = static_cast<int>(*error);
}

/// What the system said. Where SQLite tidies up after a failed write it forgets that, but for the
/// files themselves. `left`: errno as the failed statement left it.
int system_error(sqlite3* handle, int left) {
  int error = sqlite3_system_errno(handle);
  const int code = sqlite3_errcode(handle);
  if (error != 0 || (code != SQLITE_IOERR && code != SQLITE_CORRUPT)) return error;
  sqlite3_file_control(handle, "main", SQLITE_FCNTL_LAST_ERRNO, &error);
  if (code == SQLITE_CORRUPT) return error;
  sqlite3_file* journal = nullptr;
  sqlite3_file_control(handle, "main", SQLITE_FCNTL_JOURNAL_POINTER, &journal);
  if (error == 0 && journal != nullptr && journal->pMethods != nullptr) {
    journal->pMethods->xFileControl(journal, SQLITE_FCNTL_LAST_ERRNO, &error);
  }
  if (error == 0) error = std::exchange(last_logged_errno, 0);
  // Of a journal that was closed meanwhile nothing else tells.
  for (const int known : {EDQUOT, EIO, EROFS, ENOSPC, ESTALE, EACCES}) {
    if (error == 0 && left == known) error = left;
  }
  return error;
}

Failure database_failure(sqlite3* handle, const std::string& action) {
  const int left = errno;
  const char* const file = sqlite3_db_filename(handle, "main");
  std::string why = sqlite3_errmsg(handle);
  int error = system_error(handle, left);
  const int code = sqlite3_errcode(handle);
  // To SQLite a file that gives EIO is malformed.
  const bool damaged = code == SQLITE_NOTADB || (code == SQLITE_CORRUPT && error == 0);
  if (error != 0 && code == SQLITE_CORRUPT) why = sqlite3_errstr(SQLITE_IOERR);
  if (error != 0) why += ": " + system_reason(error);
  const bool in_memory = file == nullptr || *file == '\0';
  // SQLite keeps no errno for these two.
  if (code == SQLITE_FULL) error = ENOSPC;
  if (code == SQLITE_READONLY) error = EROFS;
  return {damaged ? ExitCode::Invalid : ExitCode::Failed, in_memory ? ":memory:" : file,
          "cannot " + action, why, system_remedy(error)};
}

/// SQLite would make the file readable for others as far as the umask lets it.
int make_private_file(const std::string& path) {
  const int file = ::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600);
  if (file < 0) return errno;
  ::close(file);
  return 0;
}

}  // namespace

void Statement::Finalize::operator()(sqlite3_stmt* statement) const {
  sqlite3_finalize(statement);
}

void Database::Close::operator()(sqlite3* handle) const {
  sqlite3_close_v2(handle);
}

Statement::Statement(sqlite3_stmt* statement) : statement_(statement) {}

Statement& Statement::bind(int index, std::string_view text) {
  sqlite3_bind_text64(statement_.get(), index, text.data(), text.size(), SQLITE_TRANSIENT,
                      SQLITE_UTF8);
  return *this;
}

Statement& Statement::bind(int index, std::int64_t number) {
  sqlite3_bind_int64(statement_.get(), index, number);
  return *this;
}

Statement& Statement::bind(int index, double number) {
  sqlite3_bind_double(statement_.get(), index, number);
  return *this;
}

Statement& Statement::bind_null(int index) {
  sqlite3_bind_null(statement_.get(), index);
  return *this;
}

Statement& Statement::bind_bytes(int index, std::string_view bytes) {
  sqlite3_bind_blob64(statement_.get(), index, bytes.data(), bytes.size(), SQLITE_STATIC);
  return *this;
}

Result<bool> Statement::step() {
  errno = 0;
  const int code = sqlite3_step(statement_.get());
  if (code == SQLITE_ROW) return true;
  if (code == SQLITE_DONE) return false;
  return database_failure(sqlite3_db_handle(statement_.get()), "use the database");
}

Status Statement::run() {
  const Result<bool> done = step();
  reset();
  return done ? Status{} : Status(done.failure());
}

void Statement::reset() {
  sqlite3_reset(statement_.get());
  sqlite3_clear_bindings(statement_.get());
}

std::string Statement::text(int column) const {
  const unsigned char* const bytes = sqlite3_column_text(statement_.get(), column);
  if (bytes == nullptr) return "";
  const auto length = static_cast<std::size_t>(sqlite3_column_bytes(statement_.get(), column));
  return {bytes, bytes + length};
}

std::string_view Statement::bytes(int column) const {
  const auto* const data = static_cast<const char*>(sqlite3_column_blob(statement_.get(), column));
  if (data == nullptr) return {};
  return {data, static_cast<std::size_t>(sqlite3_column_bytes(statement_.get(), column))};
}

std::int64_t Statement::integer(int column) const {
  return sqlite3_column_int64(statement_.get(), column);
}

double Statement::real(int column) const {
  return sqlite3_column_double(statement_.get(), column);
}

bool Statement::is_null(int column) const {
  return sqlite3_column_type(statement_.get(), column) == SQLITE_NULL;
}

Database::Database(sqlite3* handle) : handle_(handle) {}

Result<Database> Database::open(const std::string& path) {
  const int error = path == ":memory:" ? 0 : make_private_file(path);
  // A file that can only be read is opened for reading.
  const bool read_only = (error == EROFS || error == EACCES) && ::access(path.c_str(), R_OK) == 0;
  if (error != 0 && !read_only) return file_failure(path, "open the database", error);
  static const int logs = sqlite3_config(SQLITE_CONFIG_LOG, note_logged_errno, nullptr);
  static_cast<void>(logs);
  sqlite3* handle = nullptr;
  // No two threads use one connection, so SQLite's locks around each call are switched off.
  const int access = read_only ? SQLITE_OPEN_READONLY : SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE;
  const auto open_it = [&] {
    return sqlite3_open_v2(path.c_str(), &handle, access | SQLITE_OPEN_NOMUTEX, nullptr);
  };
  int code = open_it();
  // SQLite falls back to reading where opening for writing failed just now: once more.
  if (code == SQLITE_OK && !read_only && sqlite3_db_readonly(handle, "main") == 1) {
    sqlite3_close_v2(handle);
    code = open_it();
  }
  Database database(handle);  // SQLite gives a handle, and its message, even where it fails
  if (code != SQLITE_OK) {
    const int why = sqlite3_system_errno(handle);
    return why == 0 || path == ":memory:" ? database_failure(handle, "open the database")
                                          : file_failure(path, "open the database", why);
  }
  sqlite3_busy_timeout(handle, kBusyMilliseconds);
  // A file from elsewhere must not call functions; a rollback journal works on network disks; a
  // temporary file of SQLite would have a name that no message can say.
  if (const Status set = database.execute(
          "PRAGMA trusted_schema=OFF; PRAGMA temp_store=MEMORY; PRAGMA journal_mode=DELETE;");
      !set) {
    return set.failure();
  }
  return database;
}

Result<Statement> Database::prepare(std::string_view sql) {
  sqlite3_stmt* statement = nullptr;
  const int code = sqlite3_prepare_v2(handle_.get(), sql.data(), static_cast<int>(sql.size()),
                                      &statement, nullptr);
  Statement prepared(statement);
  if (code != SQLITE_OK) return database_failure(handle_.get(), "use the database");
  return prepared;
}

Status Database::execute(std::string_view sql) {
  const std::string text(sql);
  errno = 0;
  if (sqlite3_exec(handle_.get(), text.c_str(), nullptr, nullptr, nullptr) == SQLITE_OK) return {};
  return database_failure(handle_.get(), "use the database");
}

}  // namespace gpujob
