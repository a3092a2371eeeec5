internal import Documents
internal import Platform

/// An open object. It can be read to its end even when it is deleted meanwhile.
struct ObjectFile: ObjectReader {
    let file: FileDescriptor
    let size: Int64
    let key: ObjectKey

    /// - Throws: `ObjectStoreError`
    func read(at offset: Int64, count: Int) async throws -> [UInt8] {
        let offset = max(0, offset)
        let count = min(Int64(max(0, count)), max(0, size - offset))
        if count == 0 { return [] }
        do {
            return try file.bytes(at: offset, count: Int(count))
        } catch {
            throw ObjectStoreError(error, doing: "read the object \(key)")
        }
    }
}

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
