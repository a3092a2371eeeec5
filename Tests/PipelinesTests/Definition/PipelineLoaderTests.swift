import Diagnostics
import Digests
import Documents
import Pipelines
import Platform
import Testing

@Suite("Pipelines, as they are loaded")
struct PipelineLoaderTests {
    private func load(_ text: String) throws -> Pipeline {
        let (pipeline, issues) = PipelineLoader.load(Array(text.utf8), file: "p.yaml", registry: TestStages.registry)
        return try #require(pipeline, "\(IssueText(sources: ["p.yaml": text]).render(issues.sorted))")
    }

    @Test("What a file says is what the pipeline is")
    func whole() throws {
        let pipeline = try load(Samples.highlightVideo)
        #expect(pipeline.name == "highlight-video")
        #expect(pipeline.file == "p.yaml")
        #expect(pipeline.source == Samples.highlightVideo)
        #expect(pipeline.hash.utf8.count == 64)
        #expect(pipeline.inputs.map(\.name) == ["user", "type", "title", "schools"])
        #expect(pipeline.inputs.map(\.isRequired) == [true, false, false, false])
        #expect(pipeline.inputs.map(\.isDocumentType) == [false, true, false, false])
        #expect(pipeline.inputs.map(\.type.description) == ["string", "string", "string", "list of string"])
        #expect(pipeline.concurrency?.limit == 2)
        let upload = try #require(pipeline.stages.first { $0.id == "upload" })
        #expect(upload.deadline == TimeSpan(milliseconds: 7_200_000))
        #expect(upload.timeout == TimeSpan(milliseconds: 600_000))
        #expect(upload.retry.maxAttempts == 5)
        #expect(upload.span == SourceSpan(file: "p.yaml", line: 36, column: 11, length: 6))
        #expect(pipeline.stages.filter { $0.condition != nil }.map(\.id) == ["share"])
    }

    @Test("Triggers are kept as they are declared")
    func triggers() throws {
        let triggers = try load(Samples.highlightVideo).triggers
        var watch = WatchTrigger(path: "inbox/{user}/highlight_video")
        watch.include = ["*.mp4", "*.mov", "*.avi"]
        watch.settle = TimeSpan(milliseconds: 2_000)
        watch.onSuccess = .move("done/")
        watch.onRejected = .move("rejected/")
        var schedule = ScheduleTrigger(cron: "0 3 * * *")
        schedule.timezone = "America/New_York"
        schedule.catchUp = .once
        #expect(triggers.watches == [watch])
        #expect(triggers.schedules == [schedule])
        #expect(watch.captures == ["user"])
        let more = try load(
            """
            version: 1
            name: a
            on:
              watch:
                - { path: in, recursive: true, existing: false, exclude: ["*.tmp"], rescan: 1m, on-failure: delete, patience: 5s, done-file: "{name}.ok", follow-symlinks: true }
              schedule:
                - { cron: "@daily", catch-up: all, catch-up-limit: 3, jitter: 1m, overlap: queue }
            stages:
              - uses: detect-mime
            """
        ).triggers
        #expect(more.watches.first?.isRecursive == true)
        #expect(more.watches.first?.takesExisting == false)
        #expect(more.watches.first?.exclude == ["*.tmp"])
        #expect(more.watches.first?.rescan == TimeSpan(milliseconds: 60_000))
        #expect(more.watches.first?.onFailure == .delete)
        #expect(more.watches.first?.patience == TimeSpan(milliseconds: 5_000))
        #expect(more.watches.first?.doneFile?.text == "{name}.ok")
        #expect(more.watches.first?.followsLinks == true)
        #expect(more.schedules.first?.catchUpLimit == 3)
        #expect(more.schedules.first?.overlap == .queue)
        #expect(more.schedules.first?.jitter == TimeSpan(milliseconds: 60_000))
    }

    @Test("A stage's retry goes before that of the defaults, key by key")
    func retries() throws {
        let pipeline = try load(
            """
            version: 1
            name: a
            defaults: { timeout: 1m, retry: { max-attempts: 5, initial: 2s, errors: [network, throttled] } }
            stages:
              - uses: detect-mime
              - uses: sign
                timeout: 5s
                retry: { max-attempts: 2, factor: 1.5, max: 10s, jitter: none, errors: [any] }
            """)
        let (first, second) = (pipeline.stages[0], pipeline.stages[1])
        #expect(first.timeout == TimeSpan(milliseconds: 60_000))
        #expect(first.retry.maxAttempts == 5)
        #expect(first.retry.initial == TimeSpan(milliseconds: 2_000))
        #expect(first.retry.errors == [.network, .throttled])
        #expect(first.retry.jitter == .full)
        #expect(second.timeout == TimeSpan(milliseconds: 5_000))
        #expect(second.retry.maxAttempts == 2)
        #expect(second.retry.initial == TimeSpan(milliseconds: 2_000))
        #expect(second.retry.factor == 1.5)
        #expect(second.retry.max == TimeSpan(milliseconds: 10_000))
        #expect(second.retry.jitter == .none)
        #expect(second.retry.errors == Set(ErrorClass.retryable))
        #expect(try load("version: 1\nname: a\nstages:\n  - uses: sign\n").stages[0].retry == .never)
    }

    @Test("Conditions and inputs are computed from what a run knows")
    func evaluation() throws {
        let pipeline = try load(Samples.highlightVideo)
        func environment(_ schools: Value) -> Environment {
            Environment(roots: [
                "document": ["stem": "clip", "name": "clip.mp4"], "inputs": ["schools": schools, "user": "u1"],
            ])
        }
        let condition = try #require(pipeline.stages.first { $0.id == "share" }?.condition)
        #expect(try condition.holds(in: environment(["stanford"])))
        #expect(try !condition.holds(in: environment([])))
        #expect(!condition.usesStatus)
        let title = try #require(pipeline.inputs.first { $0.name == "title" }?.standard)
        #expect(try title.value(in: environment([])) == "clip")
        #expect(try pipeline.concurrency?.group.value(in: environment([])) == "u1")
    }

    @Test("What comes through anchors and merges is bound like what is written out")
    func anchors() throws {
        let pipeline = try load(
            """
            version: 1
            name: a
            x-slow: &slow { timeout: 1h, retry: { max-attempts: 3 } }
            stages:
              - { <<: *slow, uses: detect-mime }
              - uses: sign
                <<: *slow
                timeout: 5s
            """)
        #expect(pipeline.stages.map(\.retry.maxAttempts) == [3, 3])
        #expect(pipeline.stages.map(\.timeout) == [TimeSpan(milliseconds: 3_600_000), TimeSpan(milliseconds: 5_000)])
    }

    @Test(
        "What runs are pinned to can be read again, in whatever encoding the file is",
        arguments: [
            ("UTF-8", []), ("UTF-8 with a mark", [0xEF, 0xBB, 0xBF]), ("UTF-16LE", [0xFF, 0xFE]),
            ("UTF-16BE", [0xFE, 0xFF]),
        ] as [(String, [UInt8])])
    func encodings(encoding: String, mark: [UInt8]) throws {
        let text = "version: 1\nname: a\ndescription: Ünïcode\nstages:\n  - uses: sign\n"
        var bytes = mark
        switch encoding {
        case "UTF-16LE": bytes += text.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
        case "UTF-16BE": bytes += text.utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
        default: bytes += Array(text.utf8)
        }
        let pipeline = try #require(
            PipelineLoader.load(bytes, file: "p.yaml", registry: TestStages.registry).pipeline)
        #expect(pipeline.source.hasSuffix(text))
        #expect(pipeline.hash == SHA256.hex(of: Array(pipeline.source.utf8)))
        let pinned = try load(pipeline.source)
        #expect(pinned.description == "Ünïcode")
        #expect(pinned.hash == pipeline.hash)
    }
}
