import CompassTesting
import Diagnostics
import Glibc
import Pipelines
import Platform
import Synchronization
import Testing

@testable import Representations
@testable import Service

@Suite struct MetricsTests {
    @Test("a busy service's figures are valid, each family once, and say what the report says")
    func figures() throws {
        let text = Metrics.text(SampleReport.busy())
        let metrics = try ExpositionReader(text)
        let watch = ["pipeline": "video", "path": "in box/{user}"]
        let waiting = { (reason: String) in
            metrics["compass_intake_waiting", watch.merging(["reason": reason]) { $1 }]
        }
        #expect(metrics["compass_build_info", ["version": "1.2.3"]] == 1)
        #expect(metrics["compass_state", ["state": "ready"]] == 1)
        #expect(metrics["compass_state", ["state": "stopping"]] == 0)
        #expect(metrics["compass_runs_total", ["pipeline": "a\"b\\c\nd", "status": "succeeded"]] == 3)
        #expect(metrics["compass_run_duration_seconds_sum", ["pipeline": "a\"b\\c\nd", "status": "succeeded"]] == 1.5)
        #expect(metrics["compass_run_duration_seconds_count", ["pipeline": "video", "status": "rejected"]] == 1)
        #expect(metrics["compass_runs", ["state": "queued"]] == 40)
        #expect(waiting("open-for-writing") == 1)
        #expect(waiting("settling") == 1)
        #expect(waiting("queued") == 10, "what is counted and not listed is a backlog")
        #expect(waiting("empty") == 0)
        #expect(metrics["compass_intake_paused", watch] == 1)
        #expect(metrics["compass_intake_last_scan_timestamp_seconds", watch] == 1_772_953_200.5)
        #expect(metrics["compass_outbox_waiting", [:]] == 7)
        #expect(metrics["compass_notifications_total", ["result": "given-up"]] == 9)
        #expect(metrics["compass_documents", [:]] == 5 && metrics["compass_object_bytes", [:]] == 6_000)
        #expect(metrics["compass_database_bytes", [:]] == 4_096)
        #expect(metrics["compass_quarantine_files", [:]] == 2 && metrics["compass_quarantine_bytes", [:]] == 700)
        #expect(metrics["compass_uploads", ["state": "complete"]] == 3)
        #expect(metrics["compass_free_bytes", ["of": "database"]] == 9_000_000)
        #expect(metrics["compass_last_backup_timestamp_seconds", [:]] == 1_772_953_200.5)
        #expect(metrics["compass_reloads_total", ["result": "taken"]] == 2)
        #expect(metrics["compass_last_reload_successful", [:]] == 0)
        let digest = ["pipeline": "digest", "cron": "0 3 * * *", "timezone": "UTC"]
        #expect(metrics["compass_schedule_next_timestamp_seconds", digest] == 1_772_953_200.5)
        #expect(metrics["compass_schedule_active", digest] == 1)
        #expect(metrics["compass_schedule_problem", digest] == 0)
        #expect(metrics["process_start_time_seconds", [:]] == 1_772_953_200.5)
        #expect((metrics["process_resident_memory_bytes", [:]] ?? 0) > 1_000_000)
        #expect((metrics["process_open_fds", [:]] ?? 0) >= 3)
        #expect(metrics.types.allSatisfy { metrics.helps[$0.key] != nil })
    }

    @Test("a service that has just begun has valid figures too")
    func idle() throws {
        let report = ServiceReport(version: "1", process: 1, startedAt: SampleReport.time, uptime: .zero)
        let metrics = try ExpositionReader(Metrics.text(report))
        #expect(metrics.types["compass_runs_total"] == nil)
        #expect(metrics["compass_outbox_waiting", [:]] == 0)
        #expect(metrics.types["compass_documents"] == nil, "nobody has looked yet")
    }

    @Test("before the first run and the first reload there are figures to compare with")
    func beginning() throws {
        var report = ServiceReport(version: "1", process: 1, startedAt: SampleReport.time, uptime: .zero)
        report.pipelines = ["digest", "video"]
        let one = ServiceReport.Ending(pipeline: "video", status: .failed)
        report.ended[one] = .init(runs: 2, milliseconds: 500)
        let metrics = try ExpositionReader(Metrics.text(report))
        for pipeline in report.pipelines {
            for status in ["succeeded", "rejected", "failed", "cancelled", "skipped"] {
                let labels = ["pipeline": pipeline, "status": status]
                let isOne = pipeline == one.pipeline && status == one.status.rawValue
                #expect(metrics["compass_runs_total", labels] == (isOne ? 2 : 0))
                #expect(metrics["compass_run_duration_seconds_sum", labels] == (isOne ? 0.5 : 0))
                #expect(metrics["compass_run_duration_seconds_count", labels] == (isOne ? 2 : 0))
            }
            #expect(metrics["compass_runs_total", ["pipeline": pipeline, "status": "running"]] == nil)
        }
        #expect(metrics["compass_last_reload_successful", [:]] == 1)
        #expect(metrics["compass_last_reload_timestamp_seconds", [:]] == 1_772_953_200.5)
    }

    @Test("labels of any text survive")
    func fuzz() throws {
        var random = SeededRandom(seed: 7)
        for _ in 0..<500 {
            let label = LogLines.nasty(&random)
            var text = MetricsText()
            text.add("x", .gauge, LogLines.nasty(&random) + ".", [([("a", label), ("b", "")], 0.1)])
            let sample = try #require(try ExpositionReader(text.text).samples.first)
            #expect(Array((sample.labels["a"] ?? "").utf8) == Array(label.utf8))
            #expect(sample.value == 0.1)
        }
    }

    @Test(
        "numbers as the format has them",
        arguments: [
            (0.0, "0"), (1.5, "1.5"), (-3.0, "-3"), (Double.infinity, "+Inf"), (-Double.infinity, "-Inf"),
            (Double.nan, "NaN"),
            (1e300, "1e+300"), (1_772_953_200.0, "1772953200"),
        ])
    func numbers(_ value: Double, _ text: String) {
        #expect(MetricsText.number(value) == text)
    }

    @Test("the file is replaced as a whole, kept fresh, and removed at the end")
    func file() async throws {
        let folder = try TestFolder()
        let path = folder.path.appending("compass.prom")
        let counter = Counter()
        let file = MetricsFile(path: path, text: { "n \(counter.next())\n" }, log: .none)
        let contents = Contents()
        struct Enough: Error {}
        await file.keep { duration in
            #expect(duration == .seconds(15))
            contents.add(try Files.read(path, limit: 100))
            #expect(try Files.list(folder.path) == ["compass.prom"])
            #expect(try FileStatus.of(path).mode == 0o644)
            if contents.count == 3 { throw Enough() }
        }
        #expect(contents.all == ["n 1\n", "n 2\n", "n 3\n"])
        #expect(!Files.exists(path))
    }

    @Test("everybody may read the file, whatever the umask, also where a process that is gone has left a closed one")
    func rights() throws {
        let folder = try TestFolder()
        let path = folder.path.appending("compass.prom")
        let left = folder.path.appending(Path(".compass.prom.\(getpid()).tmp"))
        // As with a umask of 077, which belongs to the whole process and all of its tests.
        _ = try FileDescriptor.open(left, flags: O_WRONLY | O_CREAT, mode: 0o600)
        try MetricsFile(path: path, text: { "n 1\n" }, log: .none).write()
        #expect(try FileStatus.of(path).mode == 0o644)
    }

    @Test("a file that cannot be written is told once, and once more when it can be")
    func unwritable() async throws {
        let folder = try TestFolder()
        let path = folder.path.appending("later/compass.prom")
        let events = Contents()
        let log = Log { events.add(Array("\($0.level) \($0.event)".utf8)) }
        let rounds = Counter()
        struct Enough: Error {}
        await MetricsFile(path: path, text: { "" }, log: log).keep { _ in
            let round = rounds.next()
            if round == 2 { try Files.createFolders(path.folder) }
            if round == 4 { throw Enough() }
        }
        #expect(events.all == ["warning metrics-file", "info metrics-file"])
    }

    private final class Counter: Sendable {
        private let value = Mutex(0)

        func next() -> Int {
            value.withLock { value in
                value += 1
                return value
            }
        }
    }

    private final class Contents: Sendable {
        private let texts = Mutex<[String]>([])

        var all: [String] { texts.withLock { $0 } }
        var count: Int { all.count }

        func add(_ bytes: [UInt8]) { texts.withLock { $0.append(String(decoding: bytes, as: UTF8.self)) } }
    }
}
