internal import CSQLite

/// Turns a COMMIT into a ROLLBACK while it is refusing: what shares a transaction with others must not end it.
final class CommitGuard {
    var isRefusing = false

    /// Lives as long as the connection does, which removes the hook before it is released.
    func install(on handle: OpaquePointer) {
        sqlite3_commit_hook(
            handle,
            { context in
                guard let context else { return 0 }
                return Unmanaged<CommitGuard>.fromOpaque(context).takeUnretainedValue().isRefusing ? 1 : 0
            }, Unmanaged.passUnretained(self).toOpaque())
    }
}
