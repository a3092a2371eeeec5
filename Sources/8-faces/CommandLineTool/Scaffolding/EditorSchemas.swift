internal import Pipelines
internal import Platform
internal import Representations

/// The JSON Schemas of a workspace's files, in `schema/`, where the first line of each file has an editor look for them.
enum EditorSchemas {
    /// - Parameter registry: whose stages, channels and object stores the files may use.
    static func files(_ registry: Registry) -> [(name: Path, content: String)] {
        [
            ("pipeline", PipelineSchema.make(registry)), ("workspace", WorkspaceSchema.make(registry)),
            ("schools", WorkspaceSchema.ofSchools()), ("plugin", PluginSchema.plugin.value),
        ].map { (Path("schema/\($0).schema.json"), JSONText.indented($1) + "\n") }
    }

    /// Writes them all, in the place of older ones.
    ///
    /// - Parameter root: the workspace's folder.
    /// - Returns: those that were not there like that.
    /// - Throws: `SystemError`
    static func write(_ registry: Registry, in root: Path) throws -> [Path] {
        let files = files(registry).map { (path: root == "." ? $0.name : root.appending($0.name), content: $0.content) }
        let stale = files.filter { file in
            (try? Files.read(file.path, limit: limit)).map { $0 != Array(file.content.utf8) } ?? true
        }
        if let folder = files.first?.path.folder { try Files.createFolders(folder) }
        for file in stale { try Files.replace(file.path, with: Array(file.content.utf8)) }
        return stale.map(\.path)
    }

    /// The same, and tells of each.
    static func refresh(_ registry: Registry, in root: Path, _ streams: StandardStreams) throws {
        for path in try write(registry, in: root) { streams.note("Wrote \(Printable.text(path.description)).") }
    }

    /// The files of a workspace that name no schema, with the line that each lacks.
    static func unmarked(in root: Path, schools: Path?) -> [(file: Path, line: String)] {
        var subjects: [(file: Path, subject: String, depth: Int)] = [(WorkspaceLoader.name, "workspace", 0)]
        // A file of JSON has no place for the line.
        if let schools = schools?.normalised, !schools.isAbsolute, schools.rest(below: "..") == nil, isYAML(schools) {
            subjects.append((schools, "schools", schools.depth))
        }
        for name in (try? Files.list(root.appending("pipelines"))) ?? [] where isYAML(name) {
            subjects.append((Path("pipelines").appending(name), "pipeline", 1))
        }
        for name in (try? Files.list(root.appending("plugins"))) ?? [] {
            subjects.append((Path("plugins").appending(name).appending("plugin.yaml"), "plugin", 2))
        }
        return subjects.compactMap { file, subject, depth in
            guard let bytes = try? Files.read(root.appending(file), limit: limit), !EditorLine.isIn(bytes) else {
                return nil
            }
            return (file, EditorLine.of(subject, below: depth))
        }
    }

    private static func isYAML(_ path: Path) -> Bool { [".yaml", ".yml"].contains(path.fileExtension) }

    /// No file is read beyond it, in bytes.
    private static let limit = 16 * 1_048_576
}

extension Path {
    /// How many folders it goes down.
    fileprivate var depth: Int { bytes.count(where: { $0 == UInt8(ascii: "/") }) }
}
