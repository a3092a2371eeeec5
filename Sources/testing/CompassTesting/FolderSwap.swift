internal import Glibc
public import Platform
internal import Synchronization

/// Exchanges a folder for a symbolic link and back, again and again on a thread of its own, as somebody does who may write
/// into the folder above and wants a service to follow the link.
public final class FolderSwap: Sendable {
    private typealias Exchange =
        @convention(c) (Int32, UnsafePointer<CChar>, Int32, UnsafePointer<CChar>, UInt32) -> Int32

    private final class Counts: Sendable {
        let isOver = Atomic<Bool>(false)
        let swaps = Atomic<Int>(0)
    }

    private let counts = Counts()
    private let task: Task<Void, any Error>

    /// Begins at once.
    ///
    /// - Parameters:
    ///   - link: beside the folder; made here, and removed by `stop`.
    ///   - target: what it leads to.
    /// - Throws: `SystemError`
    public init(_ folder: Path, with link: Path, leadingTo target: Path) throws {
        try systemCall("link", on: link.description) {
            target.withCString { target in link.withCString { symlink(target, $0) } }
        }
        // Glibc's module hides renameat2(2).
        guard let symbol = dlsym(nil, "renameat2") else { throw SystemError("find renameat2", code: ENOSYS) }
        let exchange = unsafeBitCast(symbol, to: Exchange.self)
        let pool = WorkerPool(name: "swap", width: 1)
        let both = 1 << 1 as UInt32
        // On a thread of its own from the first moment: the test may keep all others busy.
        task = Task(executorPreference: pool) { [counts] in
            func swap() throws {
                try systemCall("exchange", on: folder.description) {
                    folder.withCString { a in link.withCString { exchange(AT_FDCWD, a, AT_FDCWD, $0, both) } }
                }
                counts.swaps.add(1, ordering: .relaxed)
            }
            while !counts.isOver.load(ordering: .relaxed) {
                try swap()
                // The folder is there about half of the time.
                sched_yield()
                try swap()
                sched_yield()
            }
            try Files.remove(link)
        }
    }

    /// How often they were exchanged up to now.
    public var swaps: Int { counts.swaps.load(ordering: .relaxed) }

    /// Ends it; on return the folder is where it was.
    public func stop() async throws {
        counts.isOver.store(true, ordering: .relaxed)
        try await task.value
    }
}
