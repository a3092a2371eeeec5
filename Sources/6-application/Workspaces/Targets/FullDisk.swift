internal import Archives
internal import Glibc
internal import Platform
internal import Representations

/// What is said of a file or folder that appears whole or not at all, when the disk has no room for it.
enum FullDisk {
    /// Does work that leaves nothing when it fails.
    ///
    /// - Parameter target: what the work makes.
    /// - Throws: what `work` throws; a `Problem` that names `target` in place of what means that its disk is full.
    static func naming<Result>(_ target: Path, _ work: () async throws -> Result) async throws -> Result {
        do {
            return try await work()
        } catch {
            guard let code = code(error), [ENOSPC, EDQUOT].contains(code) else { throw error }
            throw Problem(
                .failed,
                "There is no room for \(target): \(SystemError("write", code: code).reason). Nothing of it is left. Make room on "
                    + "its disk, or choose another one.")
        }
    }

    private static func code(_ error: any Error) -> Int32? {
        switch error {
        case let error as SystemError: error.code
        case let error as ArchiveError:
            if case .system(let code) = error.code { code } else { nil }
        default: nil
        }
    }
}
