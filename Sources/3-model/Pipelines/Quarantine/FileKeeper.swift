public import Documents

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
