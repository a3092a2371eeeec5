public import Platform

/// Files of the workspace: one run a file. Symbolic links and temporary names are left out, and so are files that are not
/// whole yet; the oldest come first.
public struct FileSource: Sendable {
    /// Relative to the workspace. Its captures become inputs.
    public var glob: PathPattern
    /// Which names are taken; empty: every name.
    public var include: [NameGlob] = []
    /// Which names are left alone.
    public var exclude: [NameGlob] = []
    /// How long ago a file must have changed last, by the time that nobody can set back; nil: any time.
    public var olderThan: TimeSpan?

    public init(glob: PathPattern) {
        self.glob = glob
    }

    /// What a path captures; nil: it is not meant.
    ///
    /// - Parameter path: relative to the workspace.
    public func match(_ path: Path) -> [String: String]? {
        let name = path.name
        guard include.isEmpty || include.contains(where: { $0.matches(name) }),
            !exclude.contains(where: { $0.matches(name) })
        else { return nil }
        return glob.match(path)
    }
}
