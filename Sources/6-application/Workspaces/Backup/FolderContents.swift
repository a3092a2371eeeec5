internal import Glibc
internal import Platform

/// All regular files below a folder, those of hidden folders included. Links are not followed. Blocks.
struct FolderContents {
    let folder: Folder
    /// Deeper folders are left out; nobody's files lie so deep on purpose.
    private static let maxDepth = 32

    /// - Parameters:
    ///   - path: where to begin, relative to the folder; a file is the only one then. Nothing happens where nothing is there.
    ///   - take: gets each file, open, with its path relative to the folder.
    ///   - leftOut: gets what is neither a file nor a folder.
    /// - Throws: `SystemError`; what `take` throws.
    func forEachFile(
        at path: Path, _ take: (Path, FileDescriptor, FileStatus) async throws -> Void, leftOut: (Path) -> Void
    ) async throws {
        try await visit(path, depth: 0, take, leftOut)
    }

    private func visit(
        _ path: Path, depth: Int, _ take: (Path, FileDescriptor, FileStatus) async throws -> Void,
        _ leftOut: (Path) -> Void
    ) async throws {
        let located: FileDescriptor
        do {
            located = try folder.locate(path)
        } catch {
            // What was removed since its name was read is not there any more.
            if error.code == ENOENT { return }
            throw error
        }
        let status = try located.status()
        switch status.kind {
        case .regular:
            try await take(path, located.openLocated(as: path), status)
        case .folder where depth < Self.maxDepth:
            for name in try folder.folder(path).names() {
                try await visit(path == "." ? name : path.appending(name), depth: depth + 1, take, leftOut)
            }
        default:
            leftOut(path)
        }
    }
}
