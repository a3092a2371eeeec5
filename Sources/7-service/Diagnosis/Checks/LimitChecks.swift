internal import Glibc
package import Platform
package import Representations

/// Limits of the kernel that a service with watched folders meets.
package struct LimitChecks {
    /// What the kernel allows; nil: it does not tell.
    package struct Limits: Sendable, Hashable {
        var watches: Int?
        var instances: Int?
        var queuedEvents: Int?
        var openFiles: Int

        package static func current() -> Limits {
            let number = { (name: String) in
                (try? Files.read(Path("/proc/sys/fs/inotify/" + name), limit: 64)).flatMap {
                    Int(String(decoding: $0, as: UTF8.self).filter(\.isNumber))
                }
            }
            var limit = rlimit()
            let isKnown = getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0
            return Limits(
                watches: number("max_user_watches"), instances: number("max_user_instances"),
                queuedEvents: number("max_queued_events"), openFiles: isKnown ? Int(clamping: limit.rlim_cur) : 0)
        }
    }

    let limits: Limits
    /// How many watches the workspace declares.
    package let watches: Int
    /// How many folders they hold.
    package let folders: Int
    package let workers: Int

    package init(limits: Limits, watches: Int, folders: Int, workers: Int) {
        self.limits = limits
        self.watches = watches
        self.folders = folders
        self.workers = workers
    }

    /// The kernel's standard; fewer make losses of events frequent.
    private static let standardQueue = 16_384

    package func findings() -> [Finding] {
        [watchesFinding(), instancesFinding(), queueFinding(), filesFinding()].compactMap { $0 }
    }

    private func watchesFinding() -> Finding? {
        guard let limit = limits.watches else { return nil }
        let figures: Record = ["limit": .integer(Int64(limit)), "needed": .integer(Int64(folders))]
        let needed = "\(HumanFormat.count(folders, "folder")) to watch, fs.inotify.max_user_watches is \(limit)"
        let wanted = max(524_288, folders * 2)
        let advice =
            "sudo sysctl fs.inotify.max_user_watches=\(wanted), and the same line in /etc/sysctl.d/60-compass.conf to keep it"
        if folders > limit {
            return .problem(
                "inotify-watches", needed + ": the rest would only be polled", advice: advice, figures)
        }
        // The limit is the user's, who may run more than this.
        if folders * 4 > limit * 3 {
            return .warning("inotify-watches", needed + ": that is nearly all of them", advice: advice, figures)
        }
        return .ok("inotify-watches", needed, figures)
    }

    private func instancesFinding() -> Finding? {
        guard let limit = limits.instances else { return nil }
        // One for all watched folders, and one for the definitions.
        let needed = watches > 0 ? 2 : 1
        let figures: Record = ["limit": .integer(Int64(limit)), "needed": .integer(Int64(needed))]
        let message = "about \(needed) instances needed, fs.inotify.max_user_instances is \(limit)"
        if needed > limit {
            return .problem(
                "inotify-instances", message,
                advice: "sudo sysctl fs.inotify.max_user_instances=\(max(512, needed * 2)), and the same line in "
                    + "/etc/sysctl.d/60-compass.conf to keep it", figures)
        }
        return .ok("inotify-instances", message, figures)
    }

    private func queueFinding() -> Finding? {
        guard let limit = limits.queuedEvents else { return nil }
        let figures: Record = ["limit": .integer(Int64(limit))]
        let message = "fs.inotify.max_queued_events is \(limit)"
        if watches > 0, limit < Self.standardQueue {
            return .warning(
                "inotify-queue", message + ": bursts overflow it, and each overflow costs a look through the folder",
                advice: "sudo sysctl fs.inotify.max_queued_events=\(Self.standardQueue)", figures)
        }
        return .ok("inotify-queue", message, figures)
    }

    private func filesFinding() -> Finding {
        // A run has its file, its object and its database connections open; the rest is the program's own.
        let needed = 64 + workers * 8
        let figures: Record = ["limit": .integer(Int64(limits.openFiles)), "needed": .integer(Int64(needed))]
        let message = "\(limits.openFiles) open files allowed, about \(needed) needed for \(workers) workers"
        if limits.openFiles < needed {
            return .problem(
                "open-files", message,
                advice: "`ulimit -n \(max(4_096, needed))` before the start, or LimitNOFILE= in the unit", figures)
        }
        return .ok("open-files", message, figures)
    }

    /// How many folders are at or below one, as far as they may be read; counts no further than `limit`.
    package static func countFolders(_ root: Path, isRecursive: Bool, limit: Int = 2_000_000) -> Int {
        guard (try? FileStatus.of(root))?.kind == .folder else { return 0 }
        var count = 1
        var waiting = isRecursive ? [root] : []
        while let folder = waiting.popLast(), count < limit {
            for name in (try? Files.list(folder)) ?? [] {
                let path = folder.appending(name)
                if (try? FileStatus.of(path, followingLinks: false))?.kind == .folder {
                    count += 1
                    waiting.append(path)
                }
            }
        }
        return count
    }
}
