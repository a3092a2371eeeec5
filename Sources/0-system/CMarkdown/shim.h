// GitHub's fork of CommonMark's reference implementation, with its extensions: https://github.com/github/cmark-gfm.
//
// As in CCurl, the headers are used for types and constants alone, and the libraries are opened with dlopen(3): only a server
// shows Markdown. Their names have the whole version in them, which is that of the headers.
#pragma once
#include <cmark-gfm.h>
#include <cmark-gfm-core-extensions.h>
#include <cmark-gfm_version.h>
#include <dlfcn.h>
#include <stddef.h>

#define COMPASS_MARKDOWN_FUNCTIONS(X)                                                                                  \
    X(parser_new)                                                                                                      \
    X(parser_attach_syntax_extension)                                                                                  \
    X(parser_feed)                                                                                                     \
    X(parser_finish)                                                                                                   \
    X(parser_free)                                                                                                     \
    X(find_syntax_extension)                                                                                           \
    X(iter_new)                                                                                                        \
    X(iter_next)                                                                                                       \
    X(iter_get_node)                                                                                                   \
    X(iter_free)                                                                                                       \
    X(node_parent)                                                                                                     \
    X(node_get_type)                                                                                                   \
    X(node_get_type_string)                                                                                            \
    X(node_get_literal)                                                                                                \
    X(node_get_heading_level)                                                                                          \
    X(node_get_list_type)                                                                                              \
    X(node_get_list_start)                                                                                             \
    X(node_get_list_tight)                                                                                             \
    X(node_get_url)                                                                                                    \
    X(node_get_title)                                                                                                  \
    X(node_free)

#define COMPASS_MARKDOWN_EXTENSION_FUNCTIONS(X)                                                                        \
    X(core_extensions_ensure_registered)                                                                               \
    X(extensions_get_table_columns)                                                                                    \
    X(extensions_get_table_alignments)                                                                                 \
    X(extensions_get_table_row_is_header)

/// The functions in use.
struct compass_markdown {
#define X(name) __typeof__(&cmark_##name) name;
    COMPASS_MARKDOWN_FUNCTIONS(X)
#undef X
#define X(name) __typeof__(&cmark_gfm_##name) name;
    COMPASS_MARKDOWN_EXTENSION_FUNCTIONS(X)
#undef X
};

/// Fills the table. NULL, or what dlerror(3) says, to be copied before the thread's next such call. The libraries stay
/// loaded for the life of the process.
static inline const char *compass_markdown_load(struct compass_markdown *table) {
    void *library = dlopen("libcmark-gfm.so." CMARK_GFM_VERSION_STRING, RTLD_NOW | RTLD_LOCAL);
    if (library == NULL) return dlerror();
#define X(name)                                                                                                        \
    *(void **)&table->name = dlsym(library, "cmark_" #name);                                                           \
    if (table->name == NULL) return dlerror();
    COMPASS_MARKDOWN_FUNCTIONS(X)
#undef X
    library = dlopen("libcmark-gfm-extensions.so." CMARK_GFM_VERSION_STRING, RTLD_NOW | RTLD_LOCAL);
    if (library == NULL) return dlerror();
#define X(name)                                                                                                        \
    *(void **)&table->name = dlsym(library, "cmark_gfm_" #name);                                                       \
    if (table->name == NULL) return dlerror();
    COMPASS_MARKDOWN_EXTENSION_FUNCTIONS(X)
#undef X
    return NULL;
}
