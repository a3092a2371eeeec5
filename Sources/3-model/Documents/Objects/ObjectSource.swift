/// Bytes to be stored, read once from front to back.
public protocol ObjectSource: Sendable {
    /// In bytes; a source that turns out shorter or longer has changed.
    var size: Int64 { get }

    /// Reads up to `buffer.count` bytes at `offset`; 0 at the end. May block; called on one thread at a time.
    func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int64) throws -> Int

    /// Called after the last byte was read and before the object becomes visible.
    ///
    /// - Throws: when what was read may not be what was validated.
    func verifyUnchanged() throws
}
