import Glibc
import Platform

/// A file without a name that holds the input, for readers that want a descriptor.
enum MemoryFile {
    /// One for all inputs: making a new one each time would take longer than reading it.
    private static let file = required("a file without a name") {
        let unnamed: Int32 = 0o20_200_000
        return try FileDescriptor.open("/tmp", flags: O_RDWR | unnamed, mode: 0o600)
    }

    static func holding(_ bytes: [UInt8]) -> FileDescriptor {
        require(ftruncate(file.number, 0) == 0, "the file can be emptied")
        require(pwrite(file.number, bytes, bytes.count, 0) == bytes.count, "the file can be written")
        return file
    }
}
