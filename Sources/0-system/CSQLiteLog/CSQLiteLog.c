// SQLite writes a transaction into its write-ahead log frame by frame, and each frame as two writes: a header of 24 bytes and
// the page. This VFS gathers what follows each other and writes it with the frame that commits, in one system call.
//
// Nobody sees a frame before the commit: readers go by the index of the log, which SQLite brings up to date after the write of
// that frame has returned, and recovery by the frame that says that it commits. So what is held back here is what a process
// that dies may lose at any time. Everything but writes of frames (reads, syncs, the log's header) finds the file as if nothing
// were held back.
//
// https://sqlite.org/vfs.html, https://sqlite.org/fileformat2.html#walformat

#include "CSQLiteLog.h"

#include <sqlite3.h>
#include <string.h>

enum {
    frameHeaderSize = 24,
    maxPageSize = 64 * 1024,
    // 31 frames of 4 KiB. SQLite's own VFS for Unix writes less than 128 KiB at once: of the size it takes the lower 17 bits.
    capacity = 127 * 1024,
};

typedef struct {
    sqlite3_file base;
    sqlite3_file *real;
    // What is held back: `count` bytes from `start` on.
    unsigned char *bytes;
    sqlite3_int64 start;
    int count;
    // Of the page that was written last.
    int pageSize;
    // The last of it is the header of a frame, whose page comes next.
    int awaitsPage;
    int commits;
} LogFile;

static sqlite3_vfs *realOf(sqlite3_vfs *vfs) { return vfs->pAppData; }

static LogFile *logOf(sqlite3_file *file) { return (LogFile *)file; }

static int flush(LogFile *log) {
    int count = log->count;
    log->count = 0;
    log->awaitsPage = 0;
    return count == 0 ? SQLITE_OK : log->real->pMethods->xWrite(log->real, log->bytes, count, log->start);
}

static void hold(LogFile *log, const void *bytes, int count) {
    memcpy(log->bytes + log->count, bytes, (size_t)count);
    log->count += count;
}

static int logWrite(sqlite3_file *file, const void *bytes, int count, sqlite3_int64 offset) {
    LogFile *log = logOf(file);
    int follows = log->count > 0 && offset == log->start + log->count;
    if (log->bytes != NULL && count == frameHeaderSize) {
        if (!follows || log->awaitsPage || log->count > capacity - frameHeaderSize - log->pageSize) {
            int code = flush(log);
            if (code != SQLITE_OK) return code;
            log->start = offset;
        }
        const unsigned char *header = bytes;
        // The size of the database after the commit; 0 in frames that do not commit.
        log->commits = (header[4] | header[5] | header[6] | header[7]) != 0;
        hold(log, bytes, count);
        log->awaitsPage = 1;
        return SQLITE_OK;
    }
    if (follows && log->awaitsPage && count <= capacity - log->count) {
        hold(log, bytes, count);
        log->pageSize = count;
        log->awaitsPage = 0;
        return log->commits ? flush(log) : SQLITE_OK;
    }
    int code = flush(log);
    return code != SQLITE_OK ? code : log->real->pMethods->xWrite(log->real, bytes, count, offset);
}

static int logRead(sqlite3_file *file, void *bytes, int count, sqlite3_int64 offset) {
    LogFile *log = logOf(file);
    int code = flush(log);
    return code != SQLITE_OK ? code : log->real->pMethods->xRead(log->real, bytes, count, offset);
}

static int logTruncate(sqlite3_file *file, sqlite3_int64 size) {
    LogFile *log = logOf(file);
    int code = flush(log);
    return code != SQLITE_OK ? code : log->real->pMethods->xTruncate(log->real, size);
}

static int logSync(sqlite3_file *file, int flags) {
    LogFile *log = logOf(file);
    int code = flush(log);
    return code != SQLITE_OK ? code : log->real->pMethods->xSync(log->real, flags);
}

static int logFileSize(sqlite3_file *file, sqlite3_int64 *size) {
    LogFile *log = logOf(file);
    int code = flush(log);
    return code != SQLITE_OK ? code : log->real->pMethods->xFileSize(log->real, size);
}

static int logClose(sqlite3_file *file) {
    LogFile *log = logOf(file);
    // What is still held back belongs to no transaction that was committed.
    sqlite3_free(log->bytes);
    log->bytes = NULL;
    return log->real->pMethods->xClose(log->real);
}

static int logLock(sqlite3_file *file, int level) { return logOf(file)->real->pMethods->xLock(logOf(file)->real, level); }

static int logUnlock(sqlite3_file *file, int level) {
    return logOf(file)->real->pMethods->xUnlock(logOf(file)->real, level);
}

static int logCheckReservedLock(sqlite3_file *file, int *result) {
    return logOf(file)->real->pMethods->xCheckReservedLock(logOf(file)->real, result);
}

static int logFileControl(sqlite3_file *file, int operation, void *argument) {
    return logOf(file)->real->pMethods->xFileControl(logOf(file)->real, operation, argument);
}

static int logSectorSize(sqlite3_file *file) { return logOf(file)->real->pMethods->xSectorSize(logOf(file)->real); }

static int logDeviceCharacteristics(sqlite3_file *file) {
    return logOf(file)->real->pMethods->xDeviceCharacteristics(logOf(file)->real);
}

// Version 1: a log is neither mapped nor does it have shared memory; the database has that.
static const sqlite3_io_methods logMethods = {
    .iVersion = 1,
    .xClose = logClose,
    .xRead = logRead,
    .xWrite = logWrite,
    .xTruncate = logTruncate,
    .xSync = logSync,
    .xFileSize = logFileSize,
    .xLock = logLock,
    .xUnlock = logUnlock,
    .xCheckReservedLock = logCheckReservedLock,
    .xFileControl = logFileControl,
    .xSectorSize = logSectorSize,
    .xDeviceCharacteristics = logDeviceCharacteristics,
};

static int vfsOpen(sqlite3_vfs *vfs, sqlite3_filename name, sqlite3_file *file, int flags, int *outFlags) {
    sqlite3_vfs *real = realOf(vfs);
    // Of any other file there is nothing to gather, so it is the real one.
    if (!(flags & SQLITE_OPEN_WAL)) return real->xOpen(real, name, file, flags, outFlags);
    LogFile *log = logOf(file);
    memset(log, 0, sizeof *log);
    log->real = (sqlite3_file *)(log + 1);
    int code = real->xOpen(real, name, log->real, flags, outFlags);
    if (code != SQLITE_OK) {
        if (log->real->pMethods != NULL) log->real->pMethods->xClose(log->real);
        return code;
    }
    // Without it frames are written as they come.
    log->bytes = sqlite3_malloc(capacity);
    log->pageSize = maxPageSize;
    log->base.pMethods = &logMethods;
    return SQLITE_OK;
}

static int vfsDelete(sqlite3_vfs *vfs, const char *name, int syncsFolder) {
    return realOf(vfs)->xDelete(realOf(vfs), name, syncsFolder);
}

static int vfsAccess(sqlite3_vfs *vfs, const char *name, int flags, int *result) {
    return realOf(vfs)->xAccess(realOf(vfs), name, flags, result);
}

static int vfsFullPathname(sqlite3_vfs *vfs, const char *name, int count, char *result) {
    return realOf(vfs)->xFullPathname(realOf(vfs), name, count, result);
}

static int vfsRandomness(sqlite3_vfs *vfs, int count, char *result) {
    return realOf(vfs)->xRandomness(realOf(vfs), count, result);
}

static int vfsSleep(sqlite3_vfs *vfs, int microseconds) { return realOf(vfs)->xSleep(realOf(vfs), microseconds); }

static int vfsCurrentTime(sqlite3_vfs *vfs, double *time) { return realOf(vfs)->xCurrentTime(realOf(vfs), time); }

static int vfsGetLastError(sqlite3_vfs *vfs, int count, char *result) {
    return realOf(vfs)->xGetLastError(realOf(vfs), count, result);
}

static int vfsCurrentTimeInt64(sqlite3_vfs *vfs, sqlite3_int64 *time) {
    return realOf(vfs)->xCurrentTimeInt64(realOf(vfs), time);
}

int compass_register_log_vfs(void) {
    static sqlite3_vfs vfs;
    sqlite3_vfs *real = sqlite3_vfs_find(NULL);
    if (real == NULL || real->iVersion < 2) return SQLITE_ERROR;
    vfs = (sqlite3_vfs){
        // Version 2: nobody here loads extensions or replaces system calls.
        .iVersion = 2,
        .szOsFile = (int)sizeof(LogFile) + real->szOsFile,
        .mxPathname = real->mxPathname,
        .zName = COMPASS_LOG_VFS,
        .pAppData = real,
        .xOpen = vfsOpen,
        .xDelete = vfsDelete,
        .xAccess = vfsAccess,
        .xFullPathname = vfsFullPathname,
        .xRandomness = vfsRandomness,
        .xSleep = vfsSleep,
        .xCurrentTime = vfsCurrentTime,
        .xGetLastError = vfsGetLastError,
        .xCurrentTimeInt64 = vfsCurrentTimeInt64,
    };
    return sqlite3_vfs_register(&vfs, 0);
}
