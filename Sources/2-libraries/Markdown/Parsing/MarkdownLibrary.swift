internal import CMarkdown

/// The functions of cmark-gfm, loaded when they are first asked for.
///
/// `@unchecked Sendable`: set once under Swift's own lock, and the table is never written again.
struct MarkdownLibrary: @unchecked Sendable {
    let table: UnsafePointer<compass_markdown>
    /// What is attached to every parser. The library keeps them for the life of the process.
    let extensions: [OpaquePointer]

    static let shared: Result<MarkdownLibrary, MarkdownError> = {
        let table = UnsafeMutablePointer<compass_markdown>.allocate(capacity: 1)
        table.initialize(to: compass_markdown())
        if let message = compass_markdown_load(table) { return .failure(.unavailable(String(cString: message))) }
        // Not to be called by two threads at once.
        table.pointee.core_extensions_ensure_registered()
        // `tagfilter` is none of them: it looks after markup in the library's own HTML, of which none is written here.
        guard let links = table.pointee.find_syntax_extension("autolink"),
            let tables = table.pointee.find_syntax_extension("table")
        else { return .failure(.unavailable("libcmark-gfm-extensions has no links or no tables")) }
        return .success(MarkdownLibrary(table: UnsafePointer(table), extensions: [links, tables]))
    }()
}
