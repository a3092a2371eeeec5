// GNU libmicrohttpd, https://www.gnu.org/software/libmicrohttpd/.
//
// As in CCurl, the header is used for types and constants alone: the library brings GnuTLS and seven libraries of its own with
// it, which would cost every start of the program, and only a server needs them. It is opened with dlopen(3), into the
// table of functions below, whose types are those of the header.
#pragma once
#include <dlfcn.h>
#include <microhttpd.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/socket.h>

#define COMPASS_MICROHTTPD_FUNCTIONS(X)                                                                                \
    X(start_daemon)                                                                                                    \
    X(stop_daemon)                                                                                                     \
    X(add_connection)                                                                                                  \
    X(get_connection_info)                                                                                             \
    X(get_connection_values_n)                                                                                         \
    X(suspend_connection)                                                                                              \
    X(resume_connection)                                                                                               \
    X(create_response_from_buffer)                                                                                     \
    X(create_response_from_fd_at_offset64)                                                                             \
    X(create_response_from_callback)                                                                                   \
    X(add_response_header)                                                                                             \
    X(set_response_options)                                                                                            \
    X(queue_response)                                                                                                  \
    X(destroy_response)                                                                                                \
    X(get_reason_phrase_for)

/// The functions in use. `start_daemon`, `get_connection_info` and `set_response_options` are variadic, which Swift does not import: the helpers below
/// have fixed lists of arguments.
struct compass_microhttpd {
#define X(name) __typeof__(&MHD_##name) name;
    COMPASS_MICROHTTPD_FUNCTIONS(X)
#undef X
};

/// Fills the table. NULL, or what dlerror(3) says, to be copied before the thread's next such call. The library stays
/// loaded for the life of the process.
static inline const char *compass_microhttpd_load(struct compass_microhttpd *table) {
    void *library = dlopen("libmicrohttpd.so.12", RTLD_NOW | RTLD_LOCAL);
    if (library == NULL) return dlerror();
#define X(name)                                                                                                        \
    *(void **)&table->name = dlsym(library, "MHD_" #name);                                                             \
    if (table->name == NULL) return dlerror();
    COMPASS_MICROHTTPD_FUNCTIONS(X)
#undef X
    return NULL;
}

/// Starts a daemon that has `threads` threads, which wait with epoll(7), and no listening socket: it gets its connections from
/// MHD_add_connection. It is not strict with clients: all that this adds in 0.9.75 is to close the connection of a target with
/// blanks without an answer, and to miss a Host in words of its own. `context` is the first argument of every callback. NULL and errno on failure.
static inline struct MHD_Daemon *compass_microhttpd_start(
    const struct compass_microhttpd *table, unsigned threads, unsigned connections, size_t memory, void *context,
    MHD_AccessHandlerCallback access, void *(*target)(void *, const char *, struct MHD_Connection *),
    MHD_RequestCompletedCallback completed, MHD_NotifyConnectionCallback connection) {
    return table->start_daemon(
        MHD_USE_EPOLL_INTERNAL_THREAD | MHD_ALLOW_SUSPEND_RESUME | MHD_USE_NO_LISTEN_SOCKET | MHD_USE_ITC, 0, NULL, NULL,
        access, context,                                     //
        MHD_OPTION_THREAD_POOL_SIZE, threads,                //
        MHD_OPTION_CONNECTION_LIMIT, connections,            //
        MHD_OPTION_CONNECTION_MEMORY_LIMIT, memory,          //
        MHD_OPTION_CONNECTION_TIMEOUT, 0u,                   //
        MHD_OPTION_STRICT_FOR_CLIENT, 0,                     //
        MHD_OPTION_URI_LOG_CALLBACK, target, context,        //
        MHD_OPTION_NOTIFY_COMPLETED, completed, context,     //
        MHD_OPTION_NOTIFY_CONNECTION, connection, context,   //
        MHD_OPTION_END);
}

/// Has an answer sent without chunks, after which the connection is closed.
static inline enum MHD_Result compass_microhttpd_send_unchunked(
    const struct compass_microhttpd *table, struct MHD_Response *response) {
    return table->set_response_options(response, MHD_RF_HTTP_1_0_COMPATIBLE_STRICT, MHD_RO_END);
}

/// The descriptor of a connection; -1 if it has none.
static inline int compass_microhttpd_descriptor(const struct compass_microhttpd *table, struct MHD_Connection *connection) {
    const union MHD_ConnectionInfo *info = table->get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
    return info == NULL ? -1 : info->connect_fd;
}

/// What the callback for new connections has left with a connection.
static inline void *compass_microhttpd_context(const struct compass_microhttpd *table, struct MHD_Connection *connection) {
    const union MHD_ConnectionInfo *info = table->get_connection_info(connection, MHD_CONNECTION_INFO_SOCKET_CONTEXT);
    return info == NULL ? NULL : info->socket_context;
}

/// Bytes of the head of the request.
static inline size_t compass_microhttpd_head_size(const struct compass_microhttpd *table, struct MHD_Connection *connection) {
    const union MHD_ConnectionInfo *info = table->get_connection_info(connection, MHD_CONNECTION_INFO_REQUEST_HEADER_SIZE);
    return info == NULL ? 0 : info->header_size;
}
