internal import CArchive

/// The functions of libarchive, loaded when they are first asked for.
///
/// `@unchecked Sendable`: set once under Swift's own lock, and the table is never written again.
struct ArchiveLibrary: @unchecked Sendable {
    let table: UnsafePointer<compass_archive>

    private static let shared: Result<ArchiveLibrary, ArchiveError> = {
        let table = UnsafeMutablePointer<compass_archive>.allocate(capacity: 1)
        table.initialize(to: compass_archive())
        if let message = compass_archive_load(table) {
            return .failure(ArchiveError(.unavailable, String(cString: message)))
        }
        return .success(ArchiveLibrary(table: UnsafePointer(table)))
    }()

    /// - Throws: `ArchiveError` of code `unavailable`.
    static func load() throws(ArchiveError) -> UnsafePointer<compass_archive> { try shared.get().table }
}
