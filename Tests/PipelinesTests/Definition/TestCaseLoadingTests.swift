import Diagnostics
import Documents
import Pipelines
import Platform
import Testing

@Suite("Test cases, as they are loaded")
struct TestCaseLoadingTests {
    private static let pipeline = """
        inputs:
          type: { type: document-type, default: transcript }
          max: { type: size, default: 1MB }
          wait: { type: duration }
          words: { type: list, of: string, default: [] }
        stages:
          - uses: detect-mime
          - uses: upload
          - uses: notify
            for-each: "${{ inputs.words }}"
            with: { subject: "${{ item }}" }
        tests:

        """

    /// - Parameter entry: one entry of `tests`, indented by four.
    private func single(_ entry: String) throws -> PipelineTest {
        let tests = try LoadedSample.load(Self.pipeline + entry).tests
        try #require(tests.count == 1)
        return tests[0]
    }

    private func span(_ line: Int, _ column: Int, _ length: Int) -> SourceSpan {
        SourceSpan(file: "p.yaml", line: line, column: column, length: length)
    }

    @Test("What is given has the inputs' types")
    func given() throws {
        let test = try single(
            """
              - name: one
                given:
                  file: fixtures/a.pdf
                  inputs: { type: resume, max: 5MB, wait: 2s, words: [a, "5"] }
                  env: { LEVEL: high, B: "" }
                  trigger: { kind: watch, n: [1, { a: b }] }
                expect: { status: succeeded }
            """)
        #expect(test.name == "one")
        #expect(test.span == span(15, 11, 3))
        #expect(test.file == "fixtures/a.pdf")
        #expect(test.fileSpan == span(17, 13, 14))
        #expect(test.inputs == ["type": "resume", "max": 5_000_000, "wait": 2_000, "words": ["a", "5"]])
        #expect(test.env.map(\.name) == ["LEVEL", "B"])
        #expect(test.env.map(\.value) == ["high", ""])
        #expect(test.trigger == ["kind": "watch", "n": [1, ["a": "b"]]])
        #expect(test.mocks.isEmpty)
        #expect(test.expectations.count == 1)
    }

    @Test("A case without a document says so")
    func nothingGiven() throws {
        let test = try single("  - { name: one, expect: { status: failed } }")
        #expect(test.file == nil)
        #expect(test.fileSpan == nil)
        #expect(test.inputs == [:])
        #expect(test.trigger == [:])
    }

    static let mocks: [(String, PipelineTest.Mock.Result, Int?, PipelineTest.Mock.Result?)] = [
        ("{ outputs: {} }", .outputs([:]), nil, nil),
        ("{ outputs: { size: 1kB, file-url: u } }", .outputs(["size": 1_000, "file-url": "u"]), nil, nil),
        ("{ outputs: { size: 77 } }", .outputs(["size": 77]), nil, nil),
        ("{ error: network }", .error(.network), nil, nil),
        ("{ error: throttled, times: 2 }", .error(.throttled), 2, nil),
        (
            "{ outputs: { size: 1 }, times: 3, error: timeout }", .error(.timeout), 3,
            .outputs(["size": 1])
        ),
        ("{ error: other, times: 1, rejected: too long }", .error(.other), 1, .rejected(message: "too long")),
        ("{ rejected: no }", .rejected(message: "no"), nil, nil),
    ]

    @Test("A mock's tries end as it says, first with its error", arguments: mocks)
    func mock(text: String, first: PipelineTest.Mock.Result, times: Int?, rest: PipelineTest.Mock.Result?) throws {
        let test = try single("  - name: one\n    mocks: { upload: \(text) }\n    expect: { status: failed }")
        let mock = try #require(test.mocks.first)
        #expect(test.mocks.count == 1)
        #expect(mock.stage == "upload")
        #expect(mock.first == first)
        #expect(mock.times == times)
        #expect(mock.rest == rest)
        #expect(mock.span == span(16, 14, 6))
    }

    static let expectations: [(String, [PipelineTest.Expectation.What])] = [
        (
            "{ status: rejected, failed-stage: upload, message: too }",
            [
                .status(.rejected), .failedStage("upload"), .message("too"),
            ]
        ),
        (
            "{ outputs: { upload: { size: 1kB, sha256: null }, notify: { count: 2 } } }",
            [
                .output(stage: "upload", name: "size", 1_000), .output(stage: "upload", name: "sha256", nil),
                .output(stage: "notify", name: "count", 2),
            ]
        ),
        ("{ document: { stem: a, size: 12 } }", [.fact("stem", "a"), .fact("size", 12)]),
        (
            "{ called: [upload, notify], not-called: detect-mime, undone: upload }",
            [.called("upload"), .called("notify"), .notCalled("detect-mime"), .undone("upload")]
        ),
        ("{ notifications: [] }", [.notificationCount(0)]),
        ("{ notifications: 0 }", [.notificationCount(0)]),
        ("{ notifications: 12 }", [.notificationCount(12)]),
        (
            "{ notifications: { channel: log } }", [.notification(channel: "log", subject: nil, body: nil)]
        ),
        (
            "{ notifications: [{ subject: a, body: b }, {}] }",
            [
                .notification(channel: nil, subject: "a", body: "b"),
                .notification(channel: nil, subject: nil, body: nil),
            ]
        ),
    ]

    @Test("Every expectation is one of its own", arguments: expectations)
    func expectation(text: String, what: [PipelineTest.Expectation.What]) throws {
        #expect(try single("  - name: one\n    expect: \(text)").expectations.map(\.what) == what)
    }

    @Test("Every expectation knows where its own value stands")
    func spans() throws {
        let test = try single(
            """
              - name: one
                expect:
                  status: failed
                  outputs: { upload: { size: 1kB } }
                  not-called:
                    - notify
                    - detect-mime
                  notifications: [{ subject: a }, { body: b }]
            """)
        #expect(
            test.expectations.map(\.span) == [
                span(17, 15, 6), span(18, 34, 3), span(20, 11, 6), span(21, 11, 11), span(22, 23, 14), span(22, 39, 11),
            ])
    }
}
