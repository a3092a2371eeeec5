/// A file of a new workspace, in the program since it was built.
struct StarterFile: Sendable {
    /// Below the workspace's folder.
    let path: String
    /// Its content.
    let base64: StaticString
}

#if COMPASS_WITHOUT_ASSETS
    extension StarterFile {
        // What is fuzzed cannot be built with the tool that bundles files.
        static let all: [StarterFile] = []
    }
#endif
