// libcurl, https://curl.se/libcurl/c/. curl_easy_setopt and curl_easy_getinfo are variadic, which Swift does not
// import: one fixed-arity function for each kind of argument.
#pragma once
#include <curl/curl.h>

static inline CURLcode compass_curl_set_long(CURL *handle, CURLoption option, long value) {
    return curl_easy_setopt(handle, option, value);
}

static inline CURLcode compass_curl_set_offset(CURL *handle, CURLoption option, curl_off_t value) {
    return curl_easy_setopt(handle, option, value);
}

static inline CURLcode compass_curl_set_string(CURL *handle, CURLoption option, const char *value) {
    return curl_easy_setopt(handle, option, value);
}

static inline CURLcode compass_curl_set_pointer(CURL *handle, CURLoption option, void *value) {
    return curl_easy_setopt(handle, option, value);
}

static inline CURLcode compass_curl_set_list(CURL *handle, CURLoption option, struct curl_slist *value) {
    return curl_easy_setopt(handle, option, value);
}

typedef size_t (*compass_curl_data_callback)(char *buffer, size_t size, size_t count, void *context);
static inline CURLcode compass_curl_set_data_callback(CURL *handle, CURLoption option, compass_curl_data_callback value) {
    return curl_easy_setopt(handle, option, value);
}

typedef int (*compass_curl_progress_callback)(
    void *context, curl_off_t to_receive, curl_off_t received, curl_off_t to_send, curl_off_t sent);
static inline CURLcode compass_curl_set_progress_callback(CURL *handle, compass_curl_progress_callback value) {
    return curl_easy_setopt(handle, CURLOPT_XFERINFOFUNCTION, value);
}

static inline CURLcode compass_curl_get_long(CURL *handle, CURLINFO info, long *value) {
    return curl_easy_getinfo(handle, info, value);
}
