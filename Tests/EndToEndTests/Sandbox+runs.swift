import Platform
import Testing

extension Sandbox {
    /// A workspace with that many documents, `film0`, `film1` and so on, each by a run of `video`.
    static func films(_ count: Int) async throws -> Sandbox {
        let sandbox = try Sandbox()
        for index in 0..<count { try sandbox.write(Path("film\(index).mp4"), Samples.mp4(UInt8(index))) }
        let files = (0..<count).map { Path("film\($0).mp4") }
        try #require(try await sandbox.compass(["run", "video"] + files).status == 0)
        return sandbox
    }

    /// Stages that store a video, and then share it with a school that is not there before somebody adds it.
    static let sharing = """
        version: 1
        name: video
        inputs:
          type: { type: document-type, default: highlight_video }
          title: { type: string, default: "${{ document.stem }}" }
        stages:
          - uses: detect-mime
          - uses: validate-extension
          - uses: upload
          - uses: create-version
            with: { title: "${{ inputs.title }}" }
          - uses: notify
            irreversible: true
            with: { channel: log, subject: "New: ${{ inputs.title }}" }
          - uses: share
            with: { schools: [duke] }

        """

    /// An upload that takes too long and is tried again in an hour.
    static let waiting = """
        version: 1
        name: slow
        inputs:
          type: { type: document-type, default: highlight_video }
        stages:
          - uses: detect-mime
          - uses: validate-extension
          - uses: upload
            timeout: 1ms
            retry: { max-attempts: 5, initial: 1h, max: 2h, jitter: none, errors: [timeout] }

        """

    /// Adds shipped pipelines, without their test cases, which name fixtures that are not here.
    func ship(_ names: [String], changing change: (String) -> String = { $0 }) throws {
        let shipped = Path(#filePath).folder.appending("../../pipelines")
        for name in names {
            let bytes = try Files.read(shipped.appending(Path("\(name).yaml")), limit: 1 << 20)
            let text = String(decoding: bytes, as: UTF8.self).split(separator: "# `compass test`")[0]
            try write(Path("pipelines/\(name).yaml"), change(String(text)))
        }
    }

    /// The id of the run whose JSON line a command printed last.
    func run(_ output: Output) throws -> Path {
        Path(try #require(try output.lines.last?["run"]?.string, "\(output)"))
    }

    /// What a listing prints.
    func list(_ arguments: Path...) async throws -> [Value] {
        let output = try await compass(arguments + ["--json"])
        #expect(output.status == 0, "\(output)")
        return try output.lines
    }

    /// Every file that quarantine keeps, as paths below it.
    func kept() throws -> [Path] { try objects(".compass/quarantine") }

    /// The lines of the notification log.
    func announced() throws -> [Value] {
        guard Files.exists(folder.appending(".compass/notifications.ndjson")) else { return [] }
        let text = String(decoding: try read(".compass/notifications.ndjson"), as: UTF8.self)
        return try text.split(separator: "\n").map { try Value(json: String($0)) }
    }
}
