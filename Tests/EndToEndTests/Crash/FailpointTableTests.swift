import Platform
import Testing

/// The table of places in docs/durability.md.
@Suite struct FailpointTableTests {
    /// Passed in circumstances of their own: a large object, a long wait for another try, an `undo:` of the pipeline, an uncertain delivery,
    /// commands about what is in quarantine, a cancellation by force, schedules, files of watched folders, batches, uploads, erasing a person, a new workspace; small pictures that
    /// are taken back, which `CataloguedStageTests` let die there.
    private static let rare: Set<String> = [
        "objects.bytes-begun", "engine.waiting", "engine.undo-intent-recorded", "engine.entry-withdrawn",
        "webhook.confirmed", "hook.taken", "hook.ended",
        "quarantine.before-discard",
        "quarantine.discarded", "quarantine.resolved", "cancel.seized", "scheduler.claimed", "scheduler.launched",
        "move.before-rename", "move.renamed", "move.synchronised", "move.copied", "move.published", "delete.hidden",
        "delete.removed", "reason.written", "reason.named", "batch.beginning", "batch.begun", "batch.page-read",
        "batch.item-ended", "batch.cursor-moved", "batch.finishing", "batch.finished", "batch.cancelled",
        "watch.taken", "watch.ended", "watch.moved", "upload.begun", "upload.created", "upload.written",
        "upload.synced",
        "upload.whole", "upload.complete", "upload.given", "upload.ended", "upload.given-up", "upload.cleared",
        "backup.written", "restore.filled", "scaffold.written",
        "forget.account-removed", "forget.log-written", "forget.log-named", "forget.runs-erased",
        "forget.document-erased", "forget.records-erased", "forget.index-merged", "forget.database-written",
    ]

    private let root = Path(#filePath).folder.appending("../../..")

    private func documented() throws -> Set<String> {
        let text = String(decoding: try Files.read(root.appending("docs/durability.md"), limit: 1 << 20), as: UTF8.self)
        let table = try #require(text.split(separator: "| place | at which |").last)
        var names: Set<String> = []
        for line in table.split(separator: "\n\n")[0].split(separator: "\n") where line.hasPrefix("| `") {
            let cell = line.dropFirst(2).prefix { $0 != "|" }
            for part in cell.split(separator: ",") {
                names.insert(part.filter { $0 != "`" && $0 != " " })
            }
        }
        return names
    }

    private func passed(in folder: Path) throws -> Set<String> {
        var names: Set<String> = []
        for name in try Files.list(folder) {
            let path = folder.appending(name)
            if try FileStatus.of(path).kind == .folder {
                names.formUnion(try passed(in: path))
            } else if name.text.hasSuffix(".swift") {
                let text = String(decoding: try Files.read(path, limit: 1 << 20), as: UTF8.self)
                for part in text.split(separator: "Failpoint.pass(\"", omittingEmptySubsequences: false).dropFirst() {
                    names.insert(String(part.prefix { $0 != "\"" }))
                }
            }
        }
        return names
    }

    @Test("the places in the sources are those of the table")
    func complete() throws {
        let passed = try passed(in: root.appending("Sources"))
        #expect(try documented().symmetricDifference(passed) == [])
    }

    @Test("the harness's pipelines pass all of them, those of rare circumstances aside")
    func reached() async throws {
        let crash = try CrashSandbox()
        var reached: Set<String> = []
        for (number, script) in CrashScript.all.enumerated() {
            reached.formUnion(try await crash.trace(["run", Path(script.name), try crash.document(number)]))
        }
        #expect(try documented().subtracting(Self.rare).symmetricDifference(reached) == [])
    }
}
