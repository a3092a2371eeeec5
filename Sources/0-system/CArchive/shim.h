// libarchive: https://libarchive.org, archive_write(3), archive_read(3).
//
// As in CMarkdown, the headers are used for types and constants alone, and the library is opened with dlopen(3): only who makes
// or reads an archive needs it and what it depends on. Its functions of version 3.0 are all that is used.
#pragma once
#include <archive.h>
#include <archive_entry.h>
#include <dlfcn.h>
#include <stddef.h>

#define COMPASS_ARCHIVE_FUNCTIONS(X)                                                                                   \
    X(errno)                                                                                                           \
    X(error_string)                                                                                                    \
    X(write_new)                                                                                                       \
    X(write_set_format_gnutar)                                                                                         \
    X(write_set_format_zip)                                                                                            \
    X(write_set_options)                                                                                               \
    X(write_set_bytes_per_block)                                                                                       \
    X(write_set_bytes_in_last_block)                                                                                   \
    X(write_open_fd)                                                                                                   \
    X(write_header)                                                                                                    \
    X(write_data)                                                                                                      \
    X(write_finish_entry)                                                                                              \
    X(write_close)                                                                                                     \
    X(write_free)                                                                                                      \
    X(read_new)                                                                                                        \
    X(read_support_format_tar)                                                                                         \
    X(read_set_options)                                                                                                \
    X(read_open_fd)                                                                                                    \
    X(read_next_header)                                                                                                \
    X(read_data)                                                                                                       \
    X(read_free)                                                                                                       \
    X(entry_new)                                                                                                       \
    X(entry_free)                                                                                                      \
    X(entry_pathname)                                                                                                  \
    X(entry_set_pathname)                                                                                              \
    X(entry_set_pathname_utf8)                                                                                         \
    X(entry_filetype)                                                                                                  \
    X(entry_set_filetype)                                                                                              \
    X(entry_perm)                                                                                                      \
    X(entry_set_perm)                                                                                                  \
    X(entry_size)                                                                                                      \
    X(entry_set_size)                                                                                                  \
    X(entry_set_mtime)

/// The functions in use.
struct compass_archive {
#define X(name) __typeof__(&archive_##name) archive_##name;
    COMPASS_ARCHIVE_FUNCTIONS(X)
#undef X
};

/// Fills the table. NULL, or what dlerror(3) says, to be copied before the thread's next such call. The library stays loaded for
/// the life of the process.
static inline const char *compass_archive_load(struct compass_archive *table) {
    void *library = dlopen("libarchive.so.13", RTLD_NOW | RTLD_LOCAL);
    if (library == NULL) return dlerror();
#define X(name)                                                                                                        \
    *(void **)&table->archive_##name = dlsym(library, "archive_" #name);                                                         \
    if (table->archive_##name == NULL) return dlerror();
    COMPASS_ARCHIVE_FUNCTIONS(X)
#undef X
    return NULL;
}
