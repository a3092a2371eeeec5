import CompassTesting
import Glibc
import Platform
import Testing

/// How the process ends, whatever a command comes to: nothing that libraries have registered for exit(3) is run, since
/// libcrypto's clean-up and a thread that ends at that moment free the same memory.
@Suite(.timeLimit(.minutes(4))) struct ProgramEndTests {
    private let sandbox: Sandbox
    private let watched: Path
    private let mark: Path

    init() throws {
        sandbox = try Sandbox()
        watched = sandbox.folder.appending("watched")
        mark = sandbox.folder.appending("handlers-ran")
    }

    private func environment() async throws -> [String] {
        try await sandbox.faults(["FAULT_START_MARK=\(watched)", "FAULT_EXIT_MARK=\(mark)"])
    }

    /// The library that watches was in the program, and has seen no handler.
    private func endedWithoutHandlers() -> Bool { Files.exists(watched) && !Files.exists(mark) }

    private static let commands: [(arguments: [Path], status: Int32)] = [
        (["lint"], 0), (["no-such-command"], 2), (["run", "video", "clip.mp4", "other.txt", "--json"], 3),
        (["version"], 0), (["run", "no-such-pipeline", "x"], 2), (["documents", "list"], 0),
        (["status", "--require-running"], 1), (["help", "run"], 0),
    ]

    @Test("a command ends with its status and its whole output, and without a handler, which the library would see")
    func commands() async throws {
        let environment = try await environment()
        try sandbox.write("clip.mp4", Samples.mp4())
        try sandbox.write("other.txt", "no video")
        // It sees the end of a program that calls exit(3): without this the rest would prove nothing.
        #expect(try await sandbox.run("/bin/cat", ["/dev/null"], environment: environment).status == 0)
        #expect(Files.exists(watched) && Files.exists(mark))
        try Files.remove(mark)
        for (arguments, status) in Self.commands.prefix(Nightly.isOn ? 8 : 3) {
            try Files.remove(watched)
            let plain = try await sandbox.compass(arguments)
            let output = try await sandbox.compass(arguments, environment: environment, ending: status)
            #expect(plain.status == status, "\(plain)")
            #expect(output.text.isEmpty == plain.text.isEmpty && output.errors.isEmpty == plain.errors.isEmpty)
            if arguments[0] != "run" { #expect(output.text == plain.text) }
            #expect(endedWithoutHandlers(), "\(output)")
        }
    }

    @Test(
        "a first signal, and a second one, end the program without a handler",
        arguments: ([(SIGTERM, 2), (SIGINT, 1), (SIGTERM, 1)] as [(Int32, Int)]).prefix(Nightly.isOn ? 3 : 1))
    func signals(signal: Int32, count: Int) async throws {
        try sandbox.write("pipelines/video.yaml", Sandbox.pipeline("video", type: "highlight_video", max: "10GB"))
        try sandbox.write("long.mp4", Samples.mp4())
        #expect(sandbox.folder.appending("long.mp4").withCString { truncate($0, 6 << 30) } == 0)
        let child = try await sandbox.start(
            stoppingAt: Sandbox.uploading, ["run", "video", "long.mp4"], environment: try await environment())
        child.signal(signal)
        child.signal(SIGCONT)
        for _ in 1..<count { child.signal(signal) }
        #expect(try await sandbox.end(of: child) == 128 + signal)
        #expect(endedWithoutHandlers())
    }

    @Test("a service that is asked to end does so without a handler")
    func service() async throws {
        let process = try await sandbox.up(environment: try await environment())
        #expect(try await process.end(after: SIGTERM) == 0)
        #expect(process.text.contains("ended"))
        #expect(endedWithoutHandlers())
    }

    @Test("more than a pipe holds arrives whole before the end")
    func output() async throws {
        let script = "\"$1\" stages --json > whole && \"$1\" stages --json | sha256sum && sha256sum < whole"
        let output = try await sandbox.run("/bin/sh", ["-c", Path(script), "sh", Sandbox.program])
        let lines = output.text.split(separator: "\n")
        #expect(lines.count == 2 && lines.first == lines.last, "\(output)")
    }
}
