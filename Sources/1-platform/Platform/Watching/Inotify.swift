internal import Glibc

/// An inotify(7) instance: its descriptor, which does not block, and what it says.
final class Inotify: Sendable {
    /// One record that the kernel wrote.
    struct Event: Hashable {
        /// -1 of an overflow.
        let watch: Int32
        let mask: UInt32
        /// Empty when it is about the folder itself.
        let name: Path
    }

    private static let mask = UInt32(
        IN_CREATE | IN_CLOSE_WRITE | IN_MOVED_FROM | IN_MOVED_TO | IN_DELETE | IN_DELETE_SELF | IN_MOVE_SELF
            | IN_ONLYDIR | IN_EXCL_UNLINK)

    let descriptor: FileDescriptor
    private let mask: UInt32

    /// - Parameter attributes: whether changes of rights and times are told as well.
    /// - Throws: `SystemError`; `EMFILE` when the user has too many (`fs.inotify.max_user_instances`).
    init(attributes: Bool = false) throws(SystemError) {
        mask = Self.mask | (attributes ? UInt32(IN_ATTRIB) : 0)
        descriptor = FileDescriptor(
            owning: try systemCall("watch folders") { inotify_init1(Int32(IN_CLOEXEC | IN_NONBLOCK)) })
    }

    /// Watches the very folder that is open, whatever has its name by now.
    ///
    /// - Returns: the watch; the same one for the same folder.
    /// - Throws: `SystemError`; `ENOSPC` when the user watches too many folders (`fs.inotify.max_user_watches`).
    func add(_ folder: Folder) throws(SystemError) -> Int32 {
        let open = "/proc/self/fd/\(folder.descriptor.number)"
        return try systemCall("watch") { inotify_add_watch(descriptor.number, open, mask) }
    }

    /// One that is gone already is no error.
    func remove(_ watch: Int32) {
        _ = inotify_rm_watch(descriptor.number, watch)
    }

    /// What has happened since the last call; empty when nothing has.
    ///
    /// - Throws: `SystemError`
    func read() throws(SystemError) -> [Event] {
        do {
            return Self.parse(try descriptor.readSome(limit: 65_536))
        } catch {
            if error.code == EAGAIN { return [] }
            throw error
        }
    }

    /// Reads records as the kernel lays them out; one that is cut off is left out.
    static func parse(_ bytes: [UInt8]) -> [Event] {
        var events: [Event] = []
        var start = 0
        bytes.withUnsafeBytes { raw in
            while start + 16 <= raw.count {
                let count = Int(raw.loadUnaligned(fromByteOffset: start + 12, as: UInt32.self))
                guard start + 16 + count <= raw.count else { return }
                events.append(
                    Event(
                        watch: raw.loadUnaligned(fromByteOffset: start, as: Int32.self),
                        mask: raw.loadUnaligned(fromByteOffset: start + 4, as: UInt32.self),
                        name: Path(bytes: raw[(start + 16)..<(start + 16 + count)])))
                start += 16 + count
            }
        }
        return events
    }
}
