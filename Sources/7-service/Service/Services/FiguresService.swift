internal import Diagnostics
internal import Documents
internal import Glibc
internal import Pipelines
internal import Platform
internal import Representations
internal import Synchronization
internal import Workspaces

/// Looks now and then at what the workspace keeps and at the room that is left for it, for the metrics.
final class FiguresService: Service {
    let name = "figures"
    private let context: UpContext
    private let waker = AsyncSignal()
    private let state = Mutex<ServiceReport.Kept?>(nil)

    /// About as often as metrics are asked for.
    private static let interval = Duration.seconds(30)
    /// More uploads than that are not counted.
    private static let maxUploads = 10_000

    init(_ context: UpContext) {
        self.context = context
    }

    /// As of the last look; nil: there was none yet, or it failed: former figures would be taken for news.
    var kept: ServiceReport.Kept? { state.withLock { $0 } }

    func run() async {
        repeat {
            do {
                let kept = try await look()
                state.withLock { $0 = kept }
            } catch {
                state.withLock { $0 = nil }
                context.log.warning(
                    "figures-problem", "What the workspace keeps cannot be counted now; it is tried again: \(error)")
            }
        } while await waker.wait(atMost: Self.interval)
    }

    func stop() {
        waker.stop()
    }

    private func look() async throws -> ServiceReport.Kept {
        let workspace = context.workspace
        let uploads = workspace.stores.uploads
        var kept = ServiceReport.Kept(statistics: try await workspace.statistics(owner: nil))
        for state: UploadRecord.State in [.receiving, .complete] {
            let page = try await uploads.uploads(UploadQuery(state: state), limit: Self.maxUploads, after: nil)
            kept.uploads.append((state.rawValue, page.items.count))
        }
        let folders = [
            ("database", workspace.definition.database.located(in: workspace.root).file?.folder),
            ("objects", workspace.definition.storage.folder.map { workspace.root.appending($0) }),
        ]
        for case (let name, let folder?) in folders {
            if let free = Self.free(at: folder) { kept.free.append((name, free)) }
        }
        kept.lastBackup = try LastBackup.read(in: workspace.state)
        return kept
    }

    /// Bytes that this user may still write to the disk of a folder, or of the nearest one above it that is there.
    private static func free(at folder: Path) -> Int64? {
        var folder = folder
        while !Files.exists(folder), folder.folder != folder { folder = folder.folder }
        var disk = statvfs()
        guard folder.withCString({ statvfs($0, &disk) }) == 0 else { return nil }
        return Int64(disk.f_bavail) * Int64(disk.f_frsize)
    }
}
