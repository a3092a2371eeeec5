internal import Diagnostics
internal import Digests
internal import Glibc
internal import Platform
internal import Representations

/// A folder that is being written beside its place and appears there whole or not at all.
final class ExportFolder {
    private let target: Path
    private let passing: PassingFolder
    private var root: Folder { passing.folder }
    /// The names that each folder has, as systems compare them that tell no difference between capitals and small letters, or
    /// between composed and decomposed ones: there two names that differ only so would be one file.
    private var taken: [String: Set<String>] = [:]

    /// - Throws: `Problem` when there is something at the place; `SystemError`.
    init(_ target: Path) throws {
        // Seen before the copying starts; `publish` makes sure of it.
        if let status = try? FileStatus.of(target, followingLinks: false) {
            let isEmptyFolder = status.kind == .folder ? try Files.list(target).isEmpty : false
            if !isEmptyFolder { throw Self.taken(target) }
        }
        self.target = target
        passing = try PassingFolder(beside: target, suffix: ".export-part")
    }

    /// A file with a name that no other one of its folder has, on any system: " (2)" stands behind the second one's.
    ///
    /// - Parameters:
    ///   - folder: below this one; made when it is not there.
    ///   - name: without what no name can have, see `ExportName`.
    /// - Returns: its path below this folder.
    func create(_ name: ExportName, in folder: String) throws -> (file: FileDescriptor, path: String) {
        let place = try root.makeFolder(Path(folder), mode: 0o700)
        var number = 1
        while true {
            let text = name.text(number: number)
            // "ß" and "SS" are the same there, too.
            guard taken[folder, default: []].insert(text.uppercased().lowercased().composed).inserted else {
                number += 1
                continue
            }
            do {
                let file = try place.open(Path(text), flags: O_WRONLY | O_CREAT | O_EXCL, mode: 0o600)
                return (file, folder == "." ? text : "\(folder)/\(text)")
            } catch {
                guard error.code == EEXIST else { throw error }
                number += 1
            }
        }
    }

    /// Copies bytes piece by piece; their end is on disk on return.
    ///
    /// - Returns: how many they were, and their SHA-256.
    static func copy(
        to file: FileDescriptor, _ read: (_ offset: Int64) async throws -> [UInt8], advanced: (Int64) -> Void
    ) async throws -> (size: Int64, sha256: String) {
        var hasher = SHA256()
        var offset: Int64 = 0
        while true {
            try Task.checkCancellation()
            let bytes = try await read(offset)
            if bytes.isEmpty { break }
            hasher.update(bytes)
            try file.write(bytes)
            offset += Int64(bytes.count)
            advanced(Int64(bytes.count))
        }
        try file.synchronize()
        return (offset, hasher.finalize().hex)
    }

    /// Puts all of it on disk and gives it its name.
    func publish() throws {
        try synchronize(root)
        do {
            try passing.parent.replace(target.name, by: passing.name)
        } catch {
            if [EEXIST, ENOTEMPTY, ENOTDIR].contains(error.code) { throw Self.taken(target) }
            throw error
        }
        try passing.parent.synchronize()
    }

    /// Removes what was written.
    func discard() { passing.remove() }

    private func synchronize(_ folder: Folder) throws {
        for name in try folder.names() where try folder.status(of: name)?.kind == .folder {
            try synchronize(folder.folder(name))
        }
        try folder.synchronize()
    }

    private static func taken(_ target: Path) -> Problem {
        Problem.invalidRequest("\(target) exists and is not an empty folder", advice: [.chooseFile])
    }
}

/// What a file is called that stands for something with a title, on every system.
struct ExportName: Equatable {
    private let stem: String
    private let ending: String

    /// - Parameters:
    ///   - title: becomes the name, without what a name cannot have somewhere.
    ///   - suffix: " v2"; stays whole.
    ///   - original: has the ending that the name gets; empty: none.
    init(_ title: String, suffix: String = "", endingOf original: String = "") {
        let dot = original.lastIndex(of: ".")
        let ending = dot.map { Self.safe(String(original[$0...].dropFirst())) } ?? ""
        self.ending = (1...10).contains(ending.utf8.count) ? "." + ending : ""
        var stem = Self.safe(title)
        let isNamed = stem.count > self.ending.count && stem.lowercased().hasSuffix(self.ending.lowercased())
        if isNamed { stem.removeLast(self.ending.count) }
        while stem.utf8.count > 180 { stem.removeLast() }
        // Hidden on Unix, and refused on Windows.
        while let last = stem.last, last == "." || last == " " { stem.removeLast() }
        while stem.first == "." || stem.first == " " { stem.removeFirst() }
        self.stem = (stem.isEmpty ? "untitled" : stem) + suffix
    }

    func text(number: Int) -> String { stem + (number > 1 ? " (\(number))" : "") + ending }

    private static func safe(_ text: String) -> String {
        String(
            String.UnicodeScalarView(
                text.unicodeScalars.map { scalar in
                    let isUnsafe =
                        scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value)
                        || "/\\:*?\"<>|".unicodeScalars.contains(scalar) || scalar.properties.generalCategory == .format
                    return isUnsafe ? "_" : scalar
                }))
    }
}

/// A JSON array that is written entry by entry.
final class JSONListFile {
    private let file: FileDescriptor
    private var gathered: [UInt8] = [UInt8(ascii: "[")]
    private(set) var count = 0

    init(_ file: FileDescriptor) { self.file = file }

    func add(_ record: Record) throws {
        gathered += (count == 0 ? "\n" : ",\n").utf8
        Value.record(record).write(to: &gathered)
        count += 1
        if gathered.count >= 1 << 18 { try flush() }
    }

    func close() throws {
        gathered += "\n]\n".utf8
        try flush()
        try file.synchronize()
    }

    private func flush() throws {
        try file.write(gathered)
        gathered = []
    }
}
