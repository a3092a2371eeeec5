internal import Glibc
package import Platform
package import Representations

/// Files that somebody names for what is about to begin.
///
/// A name that means nothing is a mistake in the request, and no failure of what would be done with the file. Whether it may be
/// read, and what else it is, whoever opens it tells.
package enum NamedFiles {
    /// Blocks.
    ///
    /// - Throws: `Problem` of kind `invalidRequest` when nothing stands at a path, or a folder, or a pipe that a shell has made.
    package static func require(_ files: [Path]) throws(Problem) {
        for file in files where kind(of: file) == .fifo && isNameless(file) {
            throw Problem.invalidRequest(
                "\(file) is a pipe, which can be read only once; write what it gives into a file and name that")
        }
        try require(files, instead: "its files")
    }

    /// The same of the one file that something takes.
    package static func require(_ file: Path) throws(Problem) {
        try require([file], instead: "a file")
    }

    private static func require(_ files: [Path], instead: String) throws(Problem) {
        var missing: [Path] = []
        for file in files {
            switch kind(of: file) {
            case nil: missing.append(file)
            case .folder?: throw Problem.invalidRequest("\(file) is a folder; name \(instead)")
            default: break
            }
        }
        guard let first = missing.first else { return }
        if missing.contains("-") {
            throw Problem.invalidRequest("standard input is not read; name a file in place of `-`")
        }
        let rest = missing.count - 1
        throw Problem.invalidRequest(
            rest == 0
                ? "\(first) does not exist" : "\(first) and \(HumanFormat.count(rest, "other file")) do not exist")
    }

    /// Whether it leads to what has no place in any folder, as `/dev/stdin` and `/dev/fd/63` of a shell's `<(…)` do.
    private static func isNameless(_ file: Path) -> Bool {
        do throws(SystemError) {
            _ = try Files.resolve(file)
            return false
        } catch {
            return error.code == ENOENT
        }
    }

    /// nil: nothing stands there.
    private static func kind(of file: Path) -> FileStatus.Kind? {
        do throws(SystemError) {
            return try FileStatus.of(file).kind
        } catch {
            return error.code == ENOENT || error.code == ENOTDIR ? nil : .other
        }
    }
}
