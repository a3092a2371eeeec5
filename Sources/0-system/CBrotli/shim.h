// Brotli's encoder, https://github.com/google/brotli.
//
// As in CCurl, the header is used for types and constants alone, and the library is opened with dlopen(3): only a server
// compresses.
#pragma once
#include <brotli/encode.h>
#include <dlfcn.h>
#include <stddef.h>

#define COMPASS_BROTLI_FUNCTIONS(X)                                                                                    \
    X(CreateInstance)                                                                                                  \
    X(SetParameter)                                                                                                    \
    X(CompressStream)                                                                                                  \
    X(IsFinished)                                                                                                      \
    X(HasMoreOutput)                                                                                                   \
    X(DestroyInstance)

/// The functions in use.
struct compass_brotli {
#define X(name) __typeof__(&BrotliEncoder##name) name;
    COMPASS_BROTLI_FUNCTIONS(X)
#undef X
};

/// Fills the table. NULL, or what dlerror(3) says, to be copied before the thread's next such call. The library stays
/// loaded for the life of the process.
static inline const char *compass_brotli_load(struct compass_brotli *table) {
    void *library = dlopen("libbrotlienc.so.1", RTLD_NOW | RTLD_LOCAL);
    if (library == NULL) return dlerror();
#define X(name)                                                                                                        \
    *(void **)&table->name = dlsym(library, "BrotliEncoder" #name);                                                    \
    if (table->name == NULL) return dlerror();
    COMPASS_BROTLI_FUNCTIONS(X)
#undef X
    return NULL;
}
