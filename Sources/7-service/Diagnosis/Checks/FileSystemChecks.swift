internal import Diagnostics
internal import FileIntake
internal import Glibc
internal import Pipelines
internal import Platform
package import Representations

/// What kinds of file systems watched folders and the state lie on, and how full they are.
package enum FileSystemChecks {
    package static func findings(_ snapshot: WorkspaceSnapshot) -> [Finding] {
        snapshot.watches.flatMap(watch) + (snapshot.isKnown ? space(snapshot) + storing(snapshot) : [])
    }

    // MARK: - Large files

    /// How quick the file system of the object store lets large files be; either way they are stored.
    private static func storing(_ snapshot: WorkspaceSnapshot) -> [Finding] {
        guard let folder = snapshot.objectFolder.map(WorkspaceSnapshot.existing),
            let kind = try? FileSystemKind.of(folder)
        else { return [] }
        do throws(SystemError) {
            return [storing(try FileSystemAbilities.of(folder), in: folder, on: kind)]
        } catch {
            // Without rights, or without room, others tell it.
            guard error.isUnsupported else { return [] }
            return [
                .ok(
                    "large-files", "\(folder) is on \(kind.name), which has no files without names to try it on",
                    ["folder": .string(folder.description), "file-system": .string(kind.name)])
            ]
        }
    }

    static func storing(_ abilities: FileSystemAbilities, in folder: Path, on kind: FileSystemKind) -> Finding {
        let writes =
            abilities.writesDirectly
            ? "where large files are written past the page cache (O_DIRECT)"
            : "which grants no direct writes: large files are written through the page cache, which takes longer"
        let clones =
            abilities.clones
            ? "those that lie on the same file system are not copied, but share its blocks (reflinks)"
            : "and it has no reflinks, so all are copied"
        return .ok(
            "large-files", "\(folder) is on \(kind.name), \(writes); \(clones)",
            [
                "folder": .string(folder.description), "file-system": .string(kind.name),
                "direct-writes": .boolean(abilities.writesDirectly), "reflinks": .boolean(abilities.clones),
            ])
    }

    // MARK: - Watched folders

    private static func watch(_ watch: WorkspaceSnapshot.Watch) -> [Finding] {
        guard (try? FileStatus.of(watch.folder))?.kind == .folder else { return [] }
        var devices: Set<UInt64> = []
        // A disk may be mounted at any of them.
        let folders = ([watch.folder] + watch.places.places.map(\.folder)).filter { folder in
            (try? FileStatus.of(folder)).map { devices.insert($0.device).inserted } ?? false
        }
        return folders.compactMap(kind) + leases(watch, folders)
    }

    private static func kind(_ folder: Path) -> Finding? {
        guard let kind = try? FileSystemKind.of(folder) else { return nil }
        let figures: Record = ["folder": .string(folder.description), "file-system": .string(kind.name)]
        return kind.missesEvents
            ? .warning(
                "file-system",
                "\(folder) is on \(kind.name), which does not report changes by other machines: it is looked "
                    + "through from time to time",
                advice: "set `rescan` of the watch to how long a file may wait, such as 30s", figures)
            : .ok("file-system", "\(folder) is on \(kind.name), which reports changes", figures)
    }

    /// Whether a read lease tells that nobody writes to a file, on each of the file systems and for the files that are there.
    private static func leases(_ watch: WorkspaceSnapshot.Watch, _ folders: [Path]) -> [Finding] {
        let files = watch.places.places.flatMap { regularFiles($0.folder) }
        var findings: [Finding] = []
        for folder in folders {
            let sample = files.first { $0.owner == geteuid() && ServicePaths.isBelow($0.path, folder) }?.path
            guard let answer = askForLease(folder, sample: sample), case .unavailable(let error) = answer else {
                continue
            }
            findings.append(
                .warning(
                    "leases",
                    "\(folder) has no read leases (\(error.name)): files are taken after a quiet time of at least 2 s",
                    advice: "nothing, unless files must be taken at once: keep them on a local file system such as ext4"
                ))
        }
        if !findings.isEmpty { return findings }
        let closed = files.filter { RightsChecks.refusal($0.path, R_OK) != nil }
        if let first = closed.first, let error = RightsChecks.refusal(first.path, R_OK) {
            findings.append(
                .warning(
                    "watched-folder",
                    "\(HumanFormat.count(closed.count, "file")) in \(watch.folder) cannot be read, such as "
                        + "\(first.path): \(error.reason) (\(error.name))",
                    advice: "chmod or chown them, or have their writer let this user read them (umask)"))
        }
        let foreign = files.filter { $0.owner != geteuid() }
        for file in foreign {
            guard let answer = check(file.path) else { continue }
            guard case .unavailable(let error) = answer else { break }
            findings.append(
                .warning(
                    "leases",
                    "\(HumanFormat.count(foreign.count, "file")) in \(watch.folder), such as \(file.path), "
                        + "\(foreign.count == 1 ? "belongs" : "belong") to others, so that leases are refused "
                        + "(\(error.name)): they are taken after a quiet time of at least 2 s",
                    advice:
                        "have the files written by \(Account.name(of: geteuid()) ?? "this user"), or give the service "
                        + "CAP_LEASE: AmbientCapabilities=CAP_LEASE and CapabilityBoundingSet=CAP_LEASE in the unit"))
            break
        }
        if !findings.contains(where: { $0.check == "leases" }) {
            findings.append(.ok("leases", "read leases work in \(watch.folder), so a closed file is taken at once"))
        }
        return findings
    }

    private static func check(_ path: Path) -> ReadLease? {
        guard let file = try? FileDescriptor.open(path, flags: O_RDONLY | O_NONBLOCK | O_NOFOLLOW) else { return nil }
        return ReadLease.check(file)
    }

    /// On a file without a name, which no watch sees; where there are none, on one that is there.
    private static func askForLease(_ folder: Path, sample: Path?) -> ReadLease? {
        if let reader = readerOfUnnamedFile(in: folder) { return ReadLease.check(reader) }
        return sample.flatMap(check)
    }

    /// The writer is gone on return: its lease would be refused otherwise.
    private static func readerOfUnnamedFile(in folder: Path) -> FileDescriptor? {
        let withoutName: Int32 = 0o20_200_000
        guard let writer = try? FileDescriptor.open(folder, flags: O_RDWR | withoutName, mode: 0o600) else {
            return nil
        }
        return withExtendedLifetime(writer) {
            try? FileDescriptor.open(Path("/proc/self/fd/\(writer.number)"), flags: O_RDONLY)
        }
    }

    /// The first of them: a sample is enough.
    private static func regularFiles(_ folder: Path) -> [(path: Path, owner: uid_t)] {
        ((try? Files.list(folder)) ?? []).prefix(1_000).compactMap { name in
            if TemporaryNames.reason(forFile: name) != nil { return nil }
            let path = folder.appending(name)
            var status = stat()
            guard path.withCString({ lstat($0, &status) }) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
            return (path, status.st_uid)
        }
    }

    // MARK: - Space

    /// How much a file system has left.
    package struct Space: Sendable, Hashable {
        let free: Int64
        let total: Int64
        let freeInodes: Int64
        /// 0 where the file system makes them as it needs them.
        let inodes: Int64
    }

    private static func space(_ snapshot: WorkspaceSnapshot) -> [Finding] {
        var devices: Set<UInt64> = []
        return [snapshot.database.file?.folder, snapshot.objectFolder].compactMap(\.self).flatMap { path -> [Finding] in
            let folder = WorkspaceSnapshot.existing(path)
            guard let status = try? FileStatus.of(folder), devices.insert(status.device).inserted else { return [] }
            var figures = statvfs()
            do throws(SystemError) {
                try systemCall("examine the space of", on: folder.description) {
                    folder.withCString { statvfs($0, &figures) }
                }
            } catch {
                return [.warning("disk-space", "\(error)", advice: "df \(folder) may show more")]
            }
            let block = Int64(figures.f_frsize)
            return findings(
                Space(
                    free: Int64(figures.f_bavail) * block, total: Int64(figures.f_blocks) * block,
                    freeInodes: Int64(figures.f_favail), inodes: Int64(figures.f_files)), of: folder)
        }
    }

    /// Below 100 MB, or a hundredth of the inodes, runs fail soon; below ten times that it is time to act.
    static func findings(_ space: Space, of folder: Path) -> [Finding] {
        let figures: Record = ["free": .integer(space.free), "total": .integer(space.total)]
        let message = "\(HumanFormat.size(space.free)) of \(HumanFormat.size(space.total)) are free for \(folder)"
        let advice = "make room, or move `storage` of compass.yaml to a larger disk"
        let state: Finding.State = space.free < 100_000_000 ? .problem : space.free < 1_000_000_000 ? .warning : .ok
        var findings = [
            Finding(
                "disk-space", state, message, advice: state == .ok ? nil : advice,
                steps: state == .ok ? [] : [.pruneRuns], figures: figures)
        ]
        if space.inodes > 0 {
            let state: Finding.State =
                space.freeInodes * 100 < space.inodes ? .problem : space.freeInodes * 10 < space.inodes ? .warning : .ok
            findings.append(
                Finding(
                    "inodes", state, "\(space.freeInodes) of \(space.inodes) inodes are free for \(folder)",
                    advice: state == .ok ? nil : "remove small files; a file system's number of inodes is fixed",
                    figures: ["free": .integer(space.freeInodes), "total": .integer(space.inodes)]))
        }
        return findings
    }
}
