internal import Diagnostics
internal import Glibc
package import Platform
internal import Representations

/// A file that is being written beside its place and appears there whole or not at all.
package final class DownloadedFile {
    private let target: Path
    private let replacing: Bool
    private let folder: Folder
    private let temporary: Path
    private let file: FileDescriptor

    /// - Throws: `Problem` when something is there and may not be replaced; `SystemError`.
    package init(_ target: Path, replacing: Bool) throws {
        self.target = target
        self.replacing = replacing
        // Seen before the copying starts; `publish` makes sure of it.
        if let status = try? FileStatus.of(target, followingLinks: false) {
            guard status.kind == .regular || status.kind == .symbolicLink else {
                throw Problem.invalidRequest(
                    "\(target) is not a file, so it is not replaced", advice: [.receiveBytes])
            }
            if !replacing { throw Self.taken(target) }
        }
        folder = try Folder(opening: target.folder)
        temporary = Path(bytes: Array(".".utf8) + target.name.bytes.prefix(200) + Array(".\(getpid()).part".utf8))
        file = try folder.open(temporary, flags: O_WRONLY | O_CREAT | O_EXCL)
    }

    package func write(_ bytes: [UInt8]) throws {
        do {
            try file.write(bytes)
        } catch {
            throw SystemError("write", on: target.description, code: error.code)
        }
    }

    /// Puts it on disk and gives it its name.
    package func publish() throws {
        do throws(SystemError) {
            try file.synchronize()
            if replacing {
                try folder.replace(target.name, by: temporary)
            } else {
                try folder.rename(temporary, to: target.name)
            }
            try folder.synchronize()
        } catch {
            if error.code == EEXIST { throw Self.taken(target) }
            throw SystemError("write", on: target.description, code: error.code)
        }
    }

    /// Removes what was written.
    package func discard() {
        _ = try? folder.remove(temporary)
    }

    private static func taken(_ target: Path) -> Problem {
        Problem.invalidRequest("\(target) exists", advice: [.replaceFile, .chooseFile])
    }
}
