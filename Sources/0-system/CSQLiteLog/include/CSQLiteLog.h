// A VFS of SQLite that writes the frames of a transaction into the write-ahead log at once.
#pragma once

/// The name of the VFS, for sqlite3_open_v2.
#define COMPASS_LOG_VFS "compass-log"

/// Makes the VFS known to SQLite, once a process, before the first connection that asks for it. It stands on the default one.
///
/// Returns a result code of SQLite.
int compass_register_log_vfs(void);
