internal import Diagnostics
internal import Glibc
public import Platform
internal import YAMLTree

/// Finds the pipeline files of a workspace.
public struct PipelineFinder: Sendable {
    /// A pipeline file.
    public struct Found: Hashable, Sendable {
        public let path: Path
        /// What messages call it.
        public let file: String
    }

    /// Why a pipeline cannot be found or read.
    public struct NotFound: Error, Hashable, Sendable, CustomStringConvertible {
        /// What, why and what to do.
        public let message: String
        public var description: String { message }
    }

    private let workspace: Path

    /// - Parameter workspace: the folder that has `pipelines/`.
    public init(workspace: Path) {
        self.workspace = workspace
    }

    /// The file that a user means: the name of the pipeline in it, or its own in `pipelines/`, or a path, which has a slash
    /// or ends in `.yaml` or `.yml`. A pipeline's name comes before a file's.
    ///
    /// - Throws: `NotFound`, with the nearest name that exists.
    public func find(_ argument: Path) throws(NotFound) -> Found {
        if Self.isFile(argument) {
            if Files.exists(argument) { return Found(path: argument, file: argument.description) }
            // It may be named from the workspace rather than from the current folder.
            let below = workspace.appending(argument)
            if Files.exists(below) { return Found(path: below, file: below.description) }
            throw NotFound(message: "there is no file \(argument)")
        }
        let all = try self.all()
        if let found = file(of: argument, among: all) ?? all.first(where: { $0.path.name.stem == argument }) {
            return found
        }
        let known = self.names(of: all)
        let names = known.map { Printable.text($0.name) }
        var message = "there is no pipeline `\(argument)` in \(folder)"
        // Of a name and a file's that are as near, the name comes first.
        if let hint = Spelling.hint(for: argument.text, in: names + known.map(\.stem)) {
            message += "; \(hint)"
        } else {
            message += names.isEmpty ? ", which has none" : "; it has \(names.joined(separator: ", "))"
        }
        throw NotFound(message: message)
    }

    /// Every file in `pipelines/` that ends in `.yaml` or `.yml`, sorted; none when there is no such folder.
    ///
    /// - Throws: `NotFound` when the folder cannot be read.
    public func all() throws(NotFound) -> [Found] {
        do {
            return try Files.list(folder).filter { Self.stem(of: $0) != nil }.map {
                let path = folder.appending($0)
                return Found(path: path, file: path.description)
            }
        } catch {
            if error.code == ENOENT { return [] }
            throw NotFound(message: "\(error)")
        }
    }

    /// What each pipeline is called, in the order of the files: by itself, or else, where its file cannot be read or does not
    /// say, by its file. Both names mean it.
    ///
    /// - Throws: as `all`.
    public func names() throws(NotFound) -> [(name: String, stem: String)] { names(of: try all()) }

    private func names(of files: [Found]) -> [(name: String, stem: String)] {
        files.compactMap { file in
            guard let stem = Self.stem(of: file.path.name) else { return nil }
            return (name(in: file) ?? stem, stem)
        }
    }

    /// What the pipeline of a file is called, as in `names`, wherever the file lies; nil: the argument does not name a file,
    /// or names one that is called as no pipeline's is and does not say.
    ///
    /// - Throws: `NotFound` when there is no such file.
    public func name(ofFile argument: Path) throws(NotFound) -> String? {
        guard Self.isFile(argument) else { return nil }
        let file = try find(argument)
        return name(in: file) ?? Self.stem(of: file.path.name)
    }

    /// The file of each pipeline, by what it calls itself; of several that `find` would take.
    ///
    /// - Throws: as `all`.
    func filesByName() throws(NotFound) -> [String: Found] {
        var files: [String: Found] = [:]
        for file in try all() {
            guard let name = name(in: file) else { continue }
            if files[name] == nil || file.path.name.stem.text == name && files[name]?.path.name.stem.text != name {
                files[name] = file
            }
        }
        return files
    }

    private func file(of name: Path, among files: [Found]) -> Found? {
        // Most are called as the pipeline in them, and then no other has to be read.
        let (called, others) = (
            files.filter { $0.path.name.stem == name }, files.filter { $0.path.name.stem != name }
        )
        return (called + others).first { self.name(in: $0) == name.text }
    }

    /// What the pipeline of a file calls itself; nil: the file cannot be read, or does not say.
    private func name(in file: Found) -> String? {
        // Whoever lints the file is told why it cannot be read; here it only is not the one that is looked for.
        guard let bytes = try? Files.read(file.path, limit: PipelineLoader.limit) else { return nil }
        return Self.name(in: bytes)
    }

    /// What the pipeline calls itself that a file's bytes hold; nil: it does not say. It stands at the top of most files,
    /// which are not read further then.
    static func name(in bytes: [UInt8]) -> String? {
        var issues = IssueList()
        let name =
            YAMLParser.text(ofKey: "name", in: bytes)
            ?? YAMLParser.parse(bytes, file: "", issues: &issues)?["name"]?.scalar?.text
        return name == "" ? nil : name
    }

    private var folder: Path {
        workspace == "." ? "pipelines" : workspace.appending("pipelines")
    }

    /// Whether an argument means a file by its path, and no pipeline by its name.
    static func isFile(_ argument: Path) -> Bool {
        argument.bytes.contains(UInt8(ascii: "/")) || stem(of: argument) != nil
    }

    private static func stem(of path: Path) -> String? {
        let name = path.name
        guard [".yaml", ".yml"].contains(name.fileExtension), name.bytes.first != UInt8(ascii: ".") else { return nil }
        return name.stem.text
    }
}
