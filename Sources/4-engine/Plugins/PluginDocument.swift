internal import Documents
internal import Glibc
internal import Platform
internal import Programs

/// Where a plugin's program finds the document.
struct PluginDocument {
    /// UTF-8, since it is sent as JSON.
    let path: Path
    /// Holds what was put there for the program; nil: it is the document's own place.
    let folder: ScratchFolder?

    /// At its own place, while it is still there under a name that can be told; otherwise in a folder made for it. Blocks.
    init(_ file: SourceFile, scratch: ProgramScratch) throws(SystemError) {
        if file.realPath.isText, let status = try? FileStatus.of(file.realPath),
            let own = try? file.descriptor.status(), status.isSameFile(as: own)
        {
            (path, folder) = (file.realPath, nil)
            return
        }
        let folder = try scratch.folder()
        path = try Self.place(file, in: folder, as: "1")
        self.folder = folder
    }

    /// A hard link to it, or a copy where there can be none. With its extension, as far as that is UTF-8. Blocks.
    static func place(_ file: SourceFile, in place: ScratchFolder, as stem: String) throws(SystemError) -> Path {
        let end = file.path.name.fileExtension
        let name = Path(stem + (end.contains("\u{FFFD}") ? "" : end))
        let folder = try Folder(opening: place.path)
        do throws(SystemError) {
            try folder.link(file.descriptor, as: name)
        } catch {
            guard [EXDEV, EPERM, EMLINK, EOPNOTSUPP, EACCES, ENOENT].contains(error.code) else { throw error }
            let copy = try folder.open(name, flags: O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, mode: 0o600)
            if (try? copy.clone(file.descriptor)) == nil {
                _ = try file.descriptor.copy(to: copy, count: file.size)
            }
        }
        return place.path.appending(name)
    }
}
