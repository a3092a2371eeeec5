internal import Documents
internal import Glibc
internal import Pipelines
internal import Platform

/// Keeps one file in its entry's folder, by the safest way that works.
struct Keeping {
    let file: SourceFile
    let entry: EntryFolder
    /// In bytes.
    let copyUpTo: Int64

    /// - Throws: `KeepingError` when nothing but a reference is left.
    func keep() throws -> (KeptFile.Way, note: String?) {
        try verifyUnchanged()
        // Shares the blocks and needs no room; only some file systems can, and none across two.
        if (try? entry.add(file.path.name, clone)) != nil { return (.copy, nil) }
        var reasons: [String] = []
        if file.size > copyUpTo {
            reasons.append("It is larger than `copy-up-to` (\(copyUpTo) bytes).")
        } else if let reason = shortage() {
            reasons.append(reason)
        } else {
            do {
                try entry.add(file.path.name, copy)
                return (.copy, nil)
            } catch let error as SystemError {
                reasons.append("It cannot be copied: \(error.reason) (\(error.name)).")
            }
        }
        do {
            try entry.add(file.path.name, link)
            return (.link, reasons.joined(separator: " "))
        } catch let error as SystemError {
            reasons.append(Self.reason(link: error))
            throw KeepingError(note: reasons.joined(separator: " "))
        }
    }

    private func clone(to name: Path) throws {
        let target = try create(name)
        try target.clone(file.descriptor)
        try verifyUnchanged()
        try target.synchronize()
    }

    private func copy(to name: Path) throws {
        let target = try create(name)
        let copied = try file.descriptor.copy(to: target, count: file.size)
        try verifyUnchanged()
        guard copied == file.size else { throw KeepingError.changed }
        try target.synchronize()
    }

    /// A second name for the inode that the run has open, whatever has its first name now.
    private func link(to name: Path) throws {
        try entry.folder.link(file.descriptor, as: name)
        guard try entry.folder.status(of: name)?.isSameFile(as: file.status) ?? false else {
            throw KeepingError.changed
        }
        try verifyUnchanged()
        try file.descriptor.synchronize()
    }

    private func create(_ name: Path) throws(SystemError) -> FileDescriptor {
        try entry.folder.open(name, flags: O_WRONLY | O_CREAT | O_EXCL, mode: 0o600)
    }

    /// Whether the open file has been written. That another file has its name by now does not matter here: these bytes
    /// are the ones that were judged.
    private func verifyUnchanged() throws {
        let now = try file.descriptor.status()
        if now.size != file.status.size || now.modified != file.status.modified { throw KeepingError.changed }
    }

    /// Why there is no room for a copy; nil: there is. Some stays free, since the journal needs it more.
    private func shortage() -> String? {
        var disk = statvfs()
        guard fstatvfs(entry.folder.descriptor.number, &disk) == 0 else { return nil }
        let unit = Int64(disk.f_frsize)
        let reserve = min(1 << 30, Int64(disk.f_blocks) * unit / 20)
        let free = Int64(disk.f_bavail) * unit
        return free - file.size >= reserve
            ? nil : "There is no room for a copy: \(free) bytes are free, and \(reserve) of them stay so."
    }

    private static func reason(link error: SystemError) -> String {
        switch error.code {
        case EXDEV: "It lies on another disk than the quarantine folder, so it cannot have a second name there."
        case EPERM, EACCES: "This user may not give it a second name (\(error.name))."
        case ENOENT: "Its name was removed while the run went on."
        case EMLINK: "It has as many names as a file can have."
        default: "It cannot have a second name: \(error.reason) (\(error.name))."
        }
    }
}

/// Why nothing but a reference to a file is kept.
struct KeepingError: Error {
    /// Sentences for people.
    let note: String

    /// The bytes that were judged do not exist any more.
    static let changed = KeepingError(note: "It was written after the run had opened it.")
}
