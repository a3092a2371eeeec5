// libcurl, https://curl.se/libcurl/c/.
//
// The header is used for types and constants alone. libcurl.so.4 brings 30 libraries with it, which cost every start of
// the program 3.5 ms (a C program that does nothing: 0.6 ms; linked with libcrypto, which is needed anyway: 1.2 ms;
// linked with libcurl: 4.1 ms), although hardly any run makes a request. So it is opened with dlopen(3) by the first
// request, into the table of functions below, whose types are those of the header.
#pragma once
#include <curl/curl.h>
#include <dlfcn.h>
#include <netinet/in.h>
#include <stddef.h>
#include <string.h>
#include <sys/socket.h>

#define COMPASS_CURL_FUNCTIONS(X)                                                                                      \
    X(global_init)                                                                                                     \
    X(easy_init)                                                                                                       \
    X(easy_cleanup)                                                                                                    \
    X(easy_reset)                                                                                                      \
    X(easy_setopt)                                                                                                     \
    X(easy_getinfo)                                                                                                    \
    X(easy_strerror)                                                                                                   \
    X(multi_init)                                                                                                      \
    X(multi_cleanup)                                                                                                   \
    X(multi_add_handle)                                                                                                \
    X(multi_remove_handle)                                                                                             \
    X(multi_perform)                                                                                                   \
    X(multi_poll)                                                                                                      \
    X(multi_wakeup)                                                                                                    \
    X(multi_info_read)                                                                                                 \
    X(multi_strerror)                                                                                                  \
    X(slist_append)                                                                                                    \
    X(slist_free_all)                                                                                                  \
    X(url)                                                                                                             \
    X(url_cleanup)                                                                                                     \
    X(url_set)                                                                                                         \
    X(url_get)                                                                                                         \
    X(url_strerror)                                                                                                    \
    X(free)                                                                                                            \

/// The functions in use. `easy_setopt` and `easy_getinfo` are variadic, which Swift does not import: the helpers below
/// have one fixed list of arguments for each kind of value.
struct compass_curl {
#define X(name) __typeof__(&curl_##name) name;
    COMPASS_CURL_FUNCTIONS(X)
#undef X
};

/// Fills the table. NULL, or what dlerror(3) says, to be copied before the thread's next such call. The library stays
/// loaded for the life of the process.
static inline const char *compass_curl_load(struct compass_curl *table) {
    void *library = dlopen("libcurl.so.4", RTLD_NOW | RTLD_LOCAL);
    if (library == NULL) return dlerror();
#define X(name)                                                                                                        \
    *(void **)&table->name = dlsym(library, "curl_" #name);                                                            \
    if (table->name == NULL) return dlerror();
    COMPASS_CURL_FUNCTIONS(X)
#undef X
    return NULL;
}

static inline CURLcode compass_curl_set_long(const struct compass_curl *curl, CURL *handle, CURLoption option, long value) {
    return (curl->easy_setopt)(handle, option, value);
}

static inline CURLcode compass_curl_set_offset(
    const struct compass_curl *curl, CURL *handle, CURLoption option, curl_off_t value) {
    return (curl->easy_setopt)(handle, option, value);
}

static inline CURLcode compass_curl_set_string(
    const struct compass_curl *curl, CURL *handle, CURLoption option, const char *value) {
    return (curl->easy_setopt)(handle, option, value);
}

static inline CURLcode compass_curl_set_pointer(
    const struct compass_curl *curl, CURL *handle, CURLoption option, const void *value) {
    return (curl->easy_setopt)(handle, option, value);
}

static inline CURLcode compass_curl_set_list(
    const struct compass_curl *curl, CURL *handle, CURLoption option, struct curl_slist *value) {
    return (curl->easy_setopt)(handle, option, value);
}

typedef size_t (*compass_curl_data_callback)(char *buffer, size_t size, size_t count, void *context);
static inline CURLcode compass_curl_set_data_callback(
    const struct compass_curl *curl, CURL *handle, CURLoption option, compass_curl_data_callback value) {
    return (curl->easy_setopt)(handle, option, value);
}

static inline CURLcode compass_curl_get_long(const struct compass_curl *curl, CURL *handle, CURLINFO info, long *value) {
    return (curl->easy_getinfo)(handle, info, value);
}

static inline CURLcode compass_curl_set_open_callback(
    const struct compass_curl *curl, CURL *handle, CURLoption option, curl_opensocket_callback value) {
    return (curl->easy_setopt)(handle, option, value);
}

static inline CURLcode compass_curl_set_request_callback(
    const struct compass_curl *curl, CURL *handle, CURLoption option, curl_prereq_callback value) {
    return (curl->easy_setopt)(handle, option, value);
}

/// The bytes of an IP address in the order of the network. Returns how many there are: 4, 16, or 0 for what is no IP address.
/// `addr` is declared shorter than what libcurl has there.
static inline size_t compass_curl_address(const struct curl_sockaddr *address, unsigned char bytes[16]) {
    const char *start = (const char *)address + offsetof(struct curl_sockaddr, addr);
    switch (address->family) {
    case AF_INET: memcpy(bytes, start + offsetof(struct sockaddr_in, sin_addr), 4); return 4;
    case AF_INET6: memcpy(bytes, start + offsetof(struct sockaddr_in6, sin6_addr), 16); return 16;
    default: return 0;
    }
}

/// As libcurl opens one itself.
static inline curl_socket_t compass_curl_open_socket(const struct curl_sockaddr *address) {
    return socket(address->family, address->socktype | SOCK_CLOEXEC, address->protocol);
}
