internal import Digests
internal import Documents
internal import Platform

/// A file that shares the blocks of its source. It is read instead of the source, so that what is stored is what was digested;
/// whether it is what was validated is still for the source to say.
struct Clone: FileObjectSource {
    let descriptor: FileDescriptor
    private let original: any FileObjectSource

    /// - Parameter file: empty; it becomes the clone.
    /// - Returns: nil where the file system does not share, or cannot now: then the bytes are copied, which tells what is wrong
    ///   if it fails as well.
    init?(of original: any FileObjectSource, in file: FileDescriptor) {
        guard (try? file.clone(original.descriptor)) != nil else { return nil }
        descriptor = file
        self.original = original
    }

    var size: Int64 { original.size }

    func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int64) throws -> Int {
        try descriptor.read(into: buffer, at: offset)
    }

    func verifyUnchanged() throws { try original.verifyUnchanged() }

    func verifyUnchanged(as digest: SHA256Digest) throws { try original.verifyUnchanged(as: digest) }
}
