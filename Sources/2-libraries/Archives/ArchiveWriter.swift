internal import CArchive
internal import Glibc
public import Platform

/// Writes files one after the other into an archive.
///
/// Calls block, and must not be made by two threads at once. Nothing is synced: that is for whoever owns the file.
public final class ArchiveWriter {
    /// How an archive is laid out.
    public enum Format: Sendable {
        /// As GNU tar writes it: names are bytes, files of any size.
        case tar
        /// As everybody can open it; what is in it is stored as it is, since documents are compressed already. Names are UTF-8.
        case zip
    }

    private let library: UnsafePointer<compass_archive>
    private let archive: OpaquePointer
    private let file: FileDescriptor
    private let format: Format
    private var isFinished = false

    /// - Parameter file: written from where it stands; need not be able to seek.
    /// - Throws: `ArchiveError`
    public init(_ file: FileDescriptor, format: Format) throws(ArchiveError) {
        library = try ArchiveLibrary.load()
        guard let archive = library.pointee.archive_write_new() else {
            throw ArchiveError(.system(ENOMEM), "There is no memory for an archive.")
        }
        (self.archive, self.file, self.format) = (archive, file, format)
        switch format {
        case .tar: try check(library.pointee.archive_write_set_format_gnutar(archive))
        case .zip:
            try check(library.pointee.archive_write_set_format_zip(archive))
            try check(library.pointee.archive_write_set_options(archive, "zip:compression=store,zip:hdrcharset=UTF-8"))
        }
        try check(library.pointee.archive_write_set_bytes_per_block(archive, 1 << 20))
        try check(library.pointee.archive_write_set_bytes_in_last_block(archive, 1))
        try check(library.pointee.archive_write_open_fd(archive, file.number))
    }

    deinit {
        // What was not finished is not an archive; freeing it may write the last block, into a file that is given up.
        _ = library.pointee.archive_write_free(archive)
    }

    /// Begins a file. Exactly `size` bytes must be added to it.
    ///
    /// - Parameters:
    ///   - path: relative, without `..`.
    ///   - isExecutable: 0700 instead of 0600.
    /// - Throws: `ArchiveError`
    public func begin(
        _ path: Path, size: Int64, modified: Timestamp, isExecutable: Bool = false
    ) throws(ArchiveError) {
        guard let entry = library.pointee.archive_entry_new() else {
            throw ArchiveError(.system(ENOMEM), "There is no memory for an entry of an archive.")
        }
        defer { library.pointee.archive_entry_free(entry) }
        path.withCString { name in
            switch format {
            case .tar: library.pointee.archive_entry_set_pathname(entry, name)
            case .zip: library.pointee.archive_entry_set_pathname_utf8(entry, name)
            }
        }
        library.pointee.archive_entry_set_filetype(entry, UInt32(Glibc.S_IFREG))
        library.pointee.archive_entry_set_perm(entry, isExecutable ? 0o700 : 0o600)
        library.pointee.archive_entry_set_size(entry, size)
        library.pointee.archive_entry_set_mtime(entry, Int(modified.microseconds / 1_000_000), 0)
        try check(library.pointee.archive_write_header(archive, entry))
    }

    /// Adds bytes to the file that was begun last.
    ///
    /// - Throws: `ArchiveError`
    public func add(_ bytes: [UInt8]) throws(ArchiveError) {
        var offset = 0
        while offset < bytes.count {
            let written = bytes.withUnsafeBytes { buffer -> Int in
                guard let base = buffer.baseAddress else { return 0 }
                return library.pointee.archive_write_data(archive, base + offset, bytes.count - offset)
            }
            if written < 0 { throw error }
            if written == 0 {
                throw ArchiveError(.damaged, "More bytes were added to a file of an archive than it has.")
            }
            offset += written
        }
    }

    /// Ends the archive. All bytes have been given to the file on return.
    ///
    /// - Throws: `ArchiveError`
    public func finish() throws(ArchiveError) {
        try check(library.pointee.archive_write_finish_entry(archive))
        try check(library.pointee.archive_write_close(archive))
    }

    private func check(_ result: Int32) throws(ArchiveError) {
        if result == ARCHIVE_OK || result == ARCHIVE_WARN { return }
        throw error
    }

    private var error: ArchiveError { ArchiveError(library.pointee, archive) }
}

extension ArchiveError {
    /// What a failed call has left behind.
    init(_ library: compass_archive, _ archive: OpaquePointer) {
        let code = library.archive_errno(archive)
        let text = library.archive_error_string(archive).map { String(cString: $0) } ?? "libarchive gave no reason."
        // Its own numbers are negative or those of errno for what it misses in a file.
        self.init(code > 0 && code != EILSEQ && code != EINVAL ? .system(code) : .damaged, text)
    }
}
