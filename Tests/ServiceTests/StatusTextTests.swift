import Diagnostics
import Pipelines
import Platform
import Scheduling
import Testing

@testable import CommandLineTool
@testable import Representations
@testable import Service

@Suite struct StatusTextTests {
    private func text(_ records: [Record], limit: Int = 20) -> String {
        StatusText(records: records, limit: limit, width: nil, style: .plain, times: TimeText(isLocal: false)).render()
    }

    @Test("slots that cannot be recorded are told with the reason, in text and in JSON")
    func scheduleTrouble() throws {
        let records = StatusRecords.schedule(
            ScheduleStatus(
                pipeline: "digest", cron: "0 3 * * *", timezone: "UTC", next: nil, active: [],
                trouble: "the disk is full"))
        #expect(records.first?["problem"] == "the disk is full")
        #expect(
            text(records).hasSuffix(
                """
                SCHEDULE  CRON       TIME ZONE  NEXT   ACTIVE
                digest    0 3 * * *  UTC        never       0
                nothing new starts, since scheduled times cannot be recorded: the disk is full

                """), "\(text(records))")
        #expect(StatusRecords.schedule(SampleReport.schedule()).first?["problem"] == .null)
    }

    @Test(
        "the last backup is told, and that there is none",
        arguments: [("2026-03-08T07:00:00Z", "last backup 2026-03-08T07:00:00Z"), (nil, "no backup on record")]
            as [(String?, String)])
    func backup(time: String?, line: String) throws {
        let time = time.flatMap { Timestamp(rfc3339: $0) }
        let record = StatusRecords.lastBackup(at: time)
        #expect(record["at"] == Value(time?.description))
        #expect(text([record]).hasSuffix("\n\(line)\n"), "\(text([record]))")
    }

    @Test("a batch that could not begin is told once, as lint tells it, whatever its number of schedules")
    func scheduleRefused() throws {
        let refusal = "p.yaml:2:7: warning[batch-refused]: no\n   = There is no school.\n"
        let schedule = { (cron: String) in
            StatusRecords.schedule(
                ScheduleStatus(pipeline: "digest", cron: cron, timezone: "UTC", next: nil, active: []),
                refusal: refusal)
        }
        let records = schedule("0 3 * * *") + schedule("0 4 * * *")
        #expect(records.map { $0["refused"] } == [.string(refusal), .string(refusal)])
        #expect(
            text(records).hasSuffix(
                """
                SCHEDULE  CRON       TIME ZONE  NEXT   ACTIVE
                digest    0 3 * * *  UTC        never       0
                digest    0 4 * * *  UTC        never       0
                p.yaml:2:7: warning[batch-refused]: no
                   = There is no school.

                """), "\(text(records))")
        #expect(StatusRecords.schedule(SampleReport.schedule()).first?["refused"] == .null)
    }

    @Test("a busy service, as people read it")
    func busy() {
        #expect(
            text(StatusRecords.running(SampleReport.busy())) == """
                ready: compass 1.2.3, process 4711, for 1m 30s
                  services       control, watches
                  runs           2 of at most 32 running, 1 waiting for their next try, 40 queued
                  notifications  7 waiting, 8 delivered, 9 given up
                the reload at 2026-03-08T07:00:00Z refused files; their former definitions stay
                  line 3: bad
                  hint
                needs a restart to take effect: workers

                video watches in box/{user}: paused
                  because      the disk is full
                  tries again  2026-03-08T07:00:00Z
                  only polls   nfs
                  so far       100 files taken, 12 not finished, 1 ignored; last looked through 2026-03-08T07:00:00Z
                NOT FINISHED      WHY               SINCE                   SIZE  DETAIL
                in box/u/a\\n.mp4  open-for-writing  2026-03-08T07:00:00Z  1.5 MB  by somebody
                b\\xFF             settling          2026-03-08T07:00:00Z     5 B
                  … and 10 more (--limit, --json)
                IGNORED        WHY
                in box/x.part  a temporary name

                SCHEDULE  CRON       TIME ZONE  NEXT                  ACTIVE
                digest    0 3 * * *  UTC        2026-03-08T07:00:00Z       1
                digest    0 3 * * *  UTC        2026-03-08T07:00:00Z       1

                ACTIVE  DUE                   RUN  STARTS
                digest  2026-03-08T07:00:00Z  R1
                digest  2026-03-08T07:00:00Z  R1

                """)
    }

    @Test("each kind is cut at the limit, and the number of the rest is said")
    func limit() {
        let text = text(StatusRecords.running(SampleReport.busy()), limit: 1)
        #expect(text.contains("  … and 11 more (--limit, --json)\n"), "12 files wait, of which one is shown")
        #expect(!text.contains("settling"))
    }

    @Test("runs that have not begun are told with what they wait for, in text and in JSON")
    func awaited() throws {
        let since = try #require(Timestamp(rfc3339: "2026-03-08T07:00:00Z"))
        func run(_ run: String?, _ webhook: String?, _ reason: AwaitedRun.Reason) -> Record {
            AwaitedRun(run: run, upload: nil, webhook: webhook, pipeline: "grades", since: since, reason: reason).record
        }
        let records = [
            run("01A", "/hooks/a", .file(server: "https://example.org")), run("01B", "/hooks/a", .noPipeline),
            run(nil, nil, .turn),
        ]
        #expect(records.map { $0["reason"] } == ["file", "no-pipeline", "turn"])
        #expect(
            text([StatusRecords.notRunning] + records) == """
                not running: no `compass up` answers for this workspace

                Runs that have not begun
                RUN  PIPELINE  WEBHOOK   SINCE                 WHY
                01A  grades    /hooks/a  2026-03-08T07:00:00Z  its file is still to be got from https://example.org
                01B  grades    /hooks/a  2026-03-08T07:00:00Z  the workspace has no pipeline `grades` any more, whose file has to \
                be put back into pipelines/
                     grades              2026-03-08T07:00:00Z  it begins as soon as the service runs and has room

                """)
    }

    @Test("without a service it says so, and what is not done")
    func notRunning() {
        let records = [StatusRecords.notRunning, StatusRecords.outbox(waiting: 1), StatusRecords.quarantine(held: 2)]
        #expect(
            text(records) == """
                not running: no `compass up` answers for this workspace

                1 notification not delivered yet
                2 files in quarantine: `compass quarantine`

                """)
    }
}
