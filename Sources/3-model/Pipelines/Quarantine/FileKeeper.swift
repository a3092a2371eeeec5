public import Documents
public import Platform

/// Keeps the bytes of files in quarantine.
public protocol FileKeeper: Sendable {
    /// Keeps a file's bytes, on disk on return. Never throws: where nothing safer works, a reference is what remains, with
    /// a note that says why. May block.
    ///
    /// - Parameters:
    ///   - id: of the entry.
    ///   - file: as the run has it open.
    func keep(_ file: SourceFile, for id: String) async -> KeptFile

    /// Removes what is kept, if it is this keeper's own; an original that is merely referred to stays. On disk on return.
    func discard(_ file: KeptFile) async throws
}

/// How quarantine holds a file's bytes.
public struct KeptFile: Sendable, Hashable {
    /// The ways, safest first.
    public enum Way: String, Sendable, CaseIterable, Hashable {
        /// The file itself lies there; the original's name is free.
        case moved
        /// Bytes of its own, or shared with the original until one of them is written.
        case copy
        /// A second name of the original: survives its removal and replacement, not a write into it.
        case link
        /// Only where it was.
        case reference
    }

    public let way: Way
    /// Where the bytes are; of a reference, the original. Absolute.
    public let path: Path
    /// Why no safer way was taken, for people; nil when there is nothing to say.
    public let note: String?

    public init(_ way: Way, path: Path, note: String? = nil) {
        self.way = way
        self.path = path
        self.note = note
    }
}
