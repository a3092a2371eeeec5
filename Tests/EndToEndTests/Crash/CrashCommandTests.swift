import CompassTesting
import Platform
import Testing

/// `compass test --crash`.
@Suite struct CrashCommandTests {
    private func sandbox(_ tests: String) throws -> Sandbox {
        let sandbox = try Sandbox()
        try sandbox.write("pipelines/video.yaml", Sandbox.pipeline("video", type: "highlight_video") + tests)
        try sandbox.write("pipelines/clip.mp4", Samples.mp4())
        return sandbox
    }

    @Test("a case is killed at every boundary, and the workspace stays as it was")
    func killed() async throws {
        let sandbox = try sandbox(
            """
            tests:
              - name: a clip is shared
                given: { file: clip.mp4, inputs: { schools: [stanford, ucla], title: "Game, 1" } }
                expect: { status: succeeded }

            """)
        let output = try await sandbox.compass("test", "--crash", "video", "--json", ending: 0)
        let line = try #require(try output.lines.first)
        #expect(line["status"] == "passed" && line["differences"] == [], "\(line.json)")
        #expect((line["boundaries"]?.integer ?? 0) > 30, "\(line.json)")
        #expect(!Files.exists(sandbox.folder.appending(".compass")))
        guard Nightly.isOn else { return }
        let text = try await sandbox.compass("test", "--crash", "video")
        #expect(text.text.hasPrefix("ok video: a clip is shared: killed at "), "\(text)")
        #expect(text.text.hasSuffix(" boundaries, every end the same\n"), "\(text)")
    }

    @Test("without a case that has a file, or only with mocks or unknown schools, it is refused with a hint")
    func refused() async throws {
        let sandbox = try sandbox(
            """
            tests:
              - name: mocked
                given: { file: clip.mp4 }
                mocks: { upload: { error: network } }
                expect: { status: failed }
              - name: shared with a school that is not there
                given: { file: clip.mp4, inputs: { schools: [no-such-school] } }
                expect: { status: rejected }

            """)
        let output = try await sandbox.compass("test", "--crash", "video", ending: 2)
        #expect(output.errors.contains("there is no case to be killed"), "\(output)")
        #expect(output.errors.contains("compass runs to-test RUN"), "\(output)")
        try await sandbox.compass("test", "--crash", "--watch", ending: 2, errors: .has("goes with neither"))
    }
}
