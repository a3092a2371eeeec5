internal import Documents
internal import Platform

/// A stored object as a source, to compute its digest.
struct ObjectContents: ObjectSource {
    let file: FileDescriptor
    let size: Int64
    let key: ObjectKey

    func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int64) throws -> Int {
        do {
            return try file.read(into: buffer, at: offset)
        } catch {
            throw ObjectStoreError(error, doing: "read the object \(key)")
        }
    }

    /// Objects are never changed once they have their name.
    func verifyUnchanged() {}
}
