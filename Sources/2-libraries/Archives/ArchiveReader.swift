internal import CArchive
internal import Glibc
public import Platform

/// Reads a tar archive from front to back, to the end of its file: what stands behind the archive's own end is read as a part of
/// it, so that entries there are told, and bytes that are none are damage. Blocks of zeros, which some programs write there, are
/// neither.
///
/// What is in it is somebody else's: names may be any bytes and lead anywhere, sizes may be anything. Who writes what is read
/// looks at that. Calls block, and must not be made by two threads at once.
public final class ArchiveReader {
    /// One thing in an archive.
    public struct Entry: Sendable {
        /// Any bytes, which may lead anywhere.
        public let path: Path
        /// Whether it is a file with bytes; else a folder, a link, a device.
        public let isFile: Bool
        /// In bytes, as its header says.
        public let size: Int64
        /// Whether its owner may run it.
        public let isExecutable: Bool
    }

    private let library: UnsafePointer<compass_archive>
    private let archive: OpaquePointer
    private let file: FileDescriptor

    /// - Parameter file: read from where it stands; need not be able to seek.
    /// - Throws: `ArchiveError`; of code `damaged` when it is no tar archive.
    public init(_ file: FileDescriptor) throws(ArchiveError) {
        library = try ArchiveLibrary.load()
        guard let archive = library.pointee.archive_read_new() else {
            throw ArchiveError(.system(ENOMEM), "There is no memory for an archive.")
        }
        (self.archive, self.file) = (archive, file)
        guard library.pointee.archive_read_support_format_tar(archive) == ARCHIVE_OK,
            library.pointee.archive_read_set_options(archive, "tar:read_concatenated_archives") == ARCHIVE_OK,
            library.pointee.archive_read_open_fd(archive, file.number, 1 << 20) == ARCHIVE_OK
        else { throw ArchiveError(library.pointee, archive) }
    }

    deinit {
        _ = library.pointee.archive_read_free(archive)
    }

    /// The next entry; nil: there is none. Bytes of the one before that were not read are passed over.
    ///
    /// - Throws: `ArchiveError`
    public func next() throws(ArchiveError) -> Entry? {
        var entry: OpaquePointer?
        let result = library.pointee.archive_read_next_header(archive, &entry)
        if result == ARCHIVE_EOF { return nil }
        guard result == ARCHIVE_OK || result == ARCHIVE_WARN, let entry,
            let name = library.pointee.archive_entry_pathname(entry)
        else { throw ArchiveError(library.pointee, archive) }
        return Entry(
            path: Path(cString: name),
            isFile: library.pointee.archive_entry_filetype(entry) == UInt32(Glibc.S_IFREG),
            size: library.pointee.archive_entry_size(entry),
            isExecutable: library.pointee.archive_entry_perm(entry) & 0o100 != 0)
    }

    /// The next bytes of the entry, at most 1 MiB; empty at its end.
    ///
    /// - Throws: `ArchiveError`; of code `damaged` when the archive ends in the middle.
    public func read() throws(ArchiveError) -> [UInt8] {
        var failure: ArchiveError?
        let bytes = [UInt8](unsafeUninitializedCapacity: 1 << 20) { buffer, count in
            do throws(ArchiveError) {
                count = try read(into: UnsafeMutableRawBufferPointer(buffer))
            } catch {
                failure = error
            }
        }
        if let failure { throw failure }
        return bytes
    }

    /// The next bytes of the entry, as many as there is room for; 0 at its end.
    ///
    /// - Throws: as `read`.
    public func read(into buffer: UnsafeMutableRawBufferPointer) throws(ArchiveError) -> Int {
        let count = library.pointee.archive_read_data(archive, buffer.baseAddress, buffer.count)
        if count < 0 { throw ArchiveError(library.pointee, archive) }
        return count
    }
}
