internal import FileIntake
internal import Glibc
internal import Pipelines
internal import Platform

/// Looks through the watched folders, by descriptors and bytes, so that neither a link nor a name leads it astray. Blocks.
struct FolderScan {
    let rules: WatchRules
    /// Called for each folder before it is read, so that what comes meanwhile is told as an event.
    let enter: (Folder, Path) -> Void
    /// Takes in what was found and returns what is not known.
    let sift: ([FoundFile]) -> [FoundFile]
    /// Ends the look early.
    let isStopped: () -> Bool

    private struct Place {
        let path: Path
        /// nil: it is reached from the folder that the user has named.
        let parent: Folder?
        let name: Path
        /// The watched folder that it is, or lies in.
        let watched: Path?
    }

    private static let batch = 256

    /// - Parameters:
    ///   - starts: folders to look through; nil: all.
    ///   - number: of a look through all folders.
    ///   - limit: how many files are told.
    func run(starts: [Path]?, number: UInt32, limit: Int) -> ScanReport {
        var report = ScanReport(starts: starts, number: number)
        var oldest = EarliestFiles<FoundFile>(limit: limit)
        var targets = TargetFolders()
        var places: [Place] = []
        if let starts {
            for start in starts {
                let watched = rules.watched(holding: start)
                if rules.isPrivate(start) { continue }
                if let reason = rules.refusal(ofFolder: start, below: watched) {
                    report.ignore(start, reason)
                    continue
                }
                guard rules.looksInto(start, below: watched) else { continue }
                places.append(Place(path: start, parent: nil, name: start.name, watched: watched))
            }
            // What lies above decides whether a start is a place that files are moved to.
            for start in starts {
                if let above = rules.watched(holding: start.folder) { targets.add(rules.targets(of: above)) }
            }
        } else {
            places = [Place(path: rules.base, parent: nil, name: rules.base.name, watched: nil)]
        }
        while let place = places.popLast(), !isStopped() {
            if targets.contains(path: place.path) { continue }
            look(at: place, &places, &targets, &oldest, &report)
        }
        // A watched folder may name another one as the place to move to, seen before it.
        report.found = oldest.sorted.filter { !targets.hold($0.path) }
        report.omitted = oldest.omitted
        report.isComplete = !isStopped()
        return report
    }

    private func look(
        at place: Place, _ places: inout [Place], _ targets: inout TargetFolders,
        _ oldest: inout EarliestFiles<FoundFile>,
        _ report: inout ScanReport
    ) {
        let isBase = place.path == rules.base
        let folder: Folder
        do {
            folder =
                if let parent = place.parent { try parent.folder(place.name) } else {
                    try rules.trusted.folder(place.path)
                }
        } catch {
            // Between its name and its look it has gone, or become something else.
            if isBase, error.code == ENOENT || error.code == ENOTDIR { report.isMissing = true }
            if [ENOENT, ENOTDIR, ELOOP, EXDEV].contains(error.code) { return }
            report.complain("\(rules.relative(place.path)) cannot be looked into: \(error.reason) (\(error.name))")
            report.ignore(place.path, "a folder that cannot be looked into: \(error.reason) (\(error.name))")
            return
        }
        // The same folder by another path, such as behind a link that the user has named.
        if let status = try? folder.descriptor.status(), targets.contains(identity: status) { return }
        enter(folder, place.path)
        report.folders += 1
        let watched = place.watched ?? (rules.captures(of: place.path) == nil ? nil : place.path)
        if watched == place.path { targets.add(rules.targets(of: place.path)) }
        do {
            let reader = try FolderReader(folder, path: place.path)
            var batch: [FoundFile] = []
            while let (name, kind) = try reader.next() {
                examine(name, kind, in: folder, place.path, watched, &places, &batch, &report)
                if batch.count == Self.batch {
                    for file in sift(batch) { oldest.add(file) }
                    batch = []
                }
            }
            for file in sift(batch) { oldest.add(file) }
        } catch {
            report.complain("\(rules.relative(place.path)) cannot be read to its end: \(error)")
            report.ignore(place.path, "a folder that cannot be read to its end: \(error)")
        }
    }

    private func examine(
        _ name: Path, _ kind: FolderReader.Kind, in folder: Folder, _ path: Path, _ watched: Path?,
        _ places: inout [Place], _ batch: inout [FoundFile], _ report: inout ScanReport
    ) {
        let child = path.appending(name)
        var kind = kind
        var status: FileStatus?
        if kind == .unknown {
            status = try? folder.status(of: name)
            kind =
                switch status?.kind {
                case .regular: .regular
                case .folder: .folder
                case .symbolicLink: .symbolicLink
                case nil: .unknown
                default: .other
                }
        }
        switch kind {
        case .unknown: return
        case .folder:
            if rules.isPrivate(child) { return }
            if let reason = rules.refusal(ofFolder: child, below: watched) {
                report.ignore(child, reason)
                return
            }
            guard rules.looksInto(child, below: watched) else { return }
            places.append(
                Place(
                    path: child, parent: folder, name: name,
                    watched: rules.trigger.isRecursive ? watched : nil))
        case .regular, .symbolicLink, .other:
            guard watched != nil else {
                if kind == .regular, let reason = rules.refusal(ofFileAbove: child) { report.ignore(child, reason) }
                if kind == .symbolicLink, rules.looksInto(child, below: nil), rules.isFolder(behind: child) {
                    report.ignore(child, "a symbolic link to a folder, which is not looked into")
                }
                return
            }
            if let subject = rules.marker?.file(of: name) {
                if (try? folder.status(of: subject)) ?? nil == nil {
                    report.ignore(child, "a marker without its file \(subject)")
                }
                return
            }
            if let reason = rules.refusal(of: name) {
                report.ignore(child, reason)
                return
            }
            if kind == .other {
                report.ignore(child, "not a regular file")
                return
            }
            if kind == .symbolicLink {
                guard rules.trigger.followsLinks else {
                    report.ignore(child, "a symbolic link")
                    return
                }
                do {
                    switch try rules.trusted.place(of: child) {
                    case .entry(let target, let status):
                        batch.append(try PathInspection.found(target, status, named: child))
                    case .link(let refusal): report.ignore(child, "\(refusal)")
                    }
                } catch {
                    report.ignore(child, "a symbolic link that cannot be followed: \(error.reason) (\(error.name))")
                }
                return
            }
            do throws(SystemError) {
                guard let status = if let status { status } else { try folder.status(of: name) } else { return }
                guard status.kind == .regular else { return }
                let file = LedgerEntry.File(
                    device: status.device, inode: status.inode, born: try folder.birthTime(of: name))
                batch.append(FoundFile(file: file, path: child, mark: FileMark(status)))
            } catch {
                if error.code == ENOENT || error.code == ENOTDIR { return }
                report.complain("\(rules.relative(child)) cannot be examined: \(error.reason) (\(error.name))")
                report.ignore(child, "a file that cannot be examined: \(error.reason) (\(error.name))")
            }
        }
    }

    static func isBelow(_ path: Path, _ folder: Path) -> Bool {
        path.bytes.starts(with: folder.bytes + [UInt8(ascii: "/")])
    }
}

/// The folders that files are moved to, which are looked into by no look: by their paths, and by what they are, since a
/// folder may have several paths.
struct TargetFolders {
    private struct Identity: Hashable {
        let device: UInt64
        let inode: UInt64
    }

    private var paths: Set<Path> = []
    private var identities: Set<Identity> = []

    /// Folders that need not exist.
    mutating func add(_ folders: [Path]) {
        for folder in folders where paths.insert(folder).inserted {
            // Their paths hold no links, unless a user has put one there since, which leads to none of them.
            if let status = try? TrustedFolder.root.status(of: folder) {
                identities.insert(Identity(device: status.device, inode: status.inode))
            }
        }
    }

    func contains(path: Path) -> Bool { paths.contains(path) }

    func contains(identity status: FileStatus) -> Bool {
        !identities.isEmpty && identities.contains(Identity(device: status.device, inode: status.inode))
    }

    /// Whether a file lies in or below one of them.
    func hold(_ file: Path) -> Bool {
        !paths.isEmpty && paths.contains { FolderScan.isBelow(file, $0) }
    }
}
