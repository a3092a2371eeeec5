/// A file that pages need, in the program since it was built, in two compressed forms.
struct EmbeddedAsset: Sendable {
    /// What the pages call it: "app.css".
    let name: String
    /// What stands behind `/assets/`, with the digest of its content: it never has another content.
    let path: String
    let mediaType: String
    /// Of the content, in bytes.
    let size: Int
    /// Scripts that it imports when it begins, by name.
    let imports: [String]
    /// Compressed, in Base64, which literals can hold.
    let gzip: StaticString
    let brotli: StaticString
}

#if COMPASS_WITHOUT_ASSETS
    extension EmbeddedAsset {
        // What is fuzzed cannot be built with the tool that bundles assets.
        static let all: [EmbeddedAsset] = []
    }
#endif
