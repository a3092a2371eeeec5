// SQLite, https://sqlite.org/c3ref/intro.html
#pragma once
#include <sqlite3.h>

// SQLITE_TRANSIENT is a cast macro, which Swift does not import: SQLite copies the bytes before the call returns.
static inline int compass_sqlite3_bind_text(sqlite3_stmt *statement, int index, const char *bytes, int count) {
    return sqlite3_bind_text(statement, index, bytes, count, SQLITE_TRANSIENT);
}

static inline int compass_sqlite3_bind_blob(sqlite3_stmt *statement, int index, const void *bytes, int count) {
    return sqlite3_bind_blob(statement, index, bytes, count, SQLITE_TRANSIENT);
}

static inline void compass_sqlite3_result_text(sqlite3_context *context, const char *bytes, int count) {
    sqlite3_result_text(context, bytes, count, SQLITE_TRANSIENT);
}

// sqlite3_config is variadic. The statistics cost a global lock for every allocation, on all threads; before the first
// connection only.
static inline int compass_sqlite3_disable_memory_statistics(void) { return sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0); }
