import CompassTesting
import Documents
import Engine
import Pipelines
import Platform
import Testing

@testable import MediaStages

/// Viruses, looked for by the real clamd, and by others that say they were it.
@Suite struct ScanVirusTests {
    private let files: MediaFiles
    private let bench: MediaBench

    init() async throws {
        files = try MediaFiles()
        bench = try await MediaBench()
    }

    private func scan(_ file: Path, at socket: Path, _ more: String = "") async throws -> RunResult {
        try await bench.run(file, "scan-virus, with: { socket: '\(socket)' }\(more)")
    }

    @Test("a document without a virus passes, and who has looked is told; one with a virus is refused")
    func verdicts() async throws {
        let clamd = try Clamd()
        let clean = try await scan(files.document("a.pdf", pages: 2), at: clamd.socket)
        #expect(clean.run.status == .succeeded, "\(clean.run.error?.message ?? "")")
        #expect(clean.stages[0].outputs["scanner"]?.string?.hasPrefix("ClamAV ") ?? false)
        let virus = try await scan(files.folder.write("notes.txt", Clamd.eicar), at: clamd.socket)
        #expect(virus.run.status == .rejected)
        #expect(
            virus.run.error?.message.hasPrefix("notes.txt has what the virus scanner calls `Eicar-Signature") ?? false)
        let empty = try await scan(files.folder.write("empty.txt", []), at: clamd.socket)
        #expect(empty.run.status == .succeeded)
    }

    @Test("a document that is larger than clamd takes does not pass, and is not tried again")
    func limit() async throws {
        let clamd = try Clamd()
        let large = try files.folder.write("large.bin", [UInt8](repeating: 65, count: 3 << 20))
        let result = try await scan(large, at: clamd.socket)
        #expect(result.run.status == .failed)
        #expect(result.run.error?.kind == "scanner-limit" && result.run.error?.errorClass == .permanent)
        #expect(
            result.run.error?.message
                == "The virus scanner at \(clamd.socket) takes no document of this size. Raise `StreamMaxLength` in its clamd.conf."
        )
    }

    @Test("a scanner that is away fails the stage, and is asked again where the pipeline says so")
    func away() async throws {
        let text = try files.folder.write("a.txt", Array("A".utf8))
        let result = try await scan(
            text, at: files.folder.file("none"), ", retry: { max-attempts: 3, initial: 1ms, errors: [network] }")
        #expect(result.run.status == .failed)
        #expect(result.stages[0].attempts == 3)
        #expect(
            result.run.error?.message
                == "The virus scanner does not answer at \(files.folder.file("none")): No such file or directory (ENOENT). "
                + "Start clamd, or name its socket.")
    }

    @Test(
        "whatever is no verdict does not let a document pass",
        arguments: [
            ("drain(c); c.sendall(b'stream: OK')", "answered `stream: OK…`, which is no verdict."),
            ("drain(c); c.sendall(b'OK\\0')", "answered `OK`, which is no verdict."),
            ("drain(c); c.sendall(b'stream: OK FOUND OK\\0')", "answered `stream: OK FOUND OK`, which is no verdict."),
            ("drain(c); c.sendall(b'x' * 100000)", "which is no verdict."),
            (
                "c.recv(1); c.sendall(b'stream: OK\\0')",
                "answered before it had the whole document, which is no verdict."
            ),
            ("drain(c)", "closed the connection without an answer."),
            ("pass", "closed the connection without an answer."),
        ])
    func nonsense(behaviour: String, words: String) async throws {
        let clamd = try FalseClamd(behaviour)
        let large = try files.folder.write("large.bin", [UInt8](repeating: 65, count: 2 << 20))
        let result = try await scan(large, at: clamd.socket)
        #expect(result.run.status == .failed)
        #expect(result.run.error?.message.hasSuffix(words) ?? false, "\(result.run.error?.message ?? "")")
    }

    @Test("a scanner that says nothing is waited for no longer than the stage's time, and then tried again")
    func silence() async throws {
        let clamd = try FalseClamd("drain(c); c.recv(1)")
        let text = try files.folder.write("a.txt", Array("A".utf8))
        let result = try await scan(text, at: clamd.socket, ", timeout: 200ms")
        #expect(result.run.status == .failed && result.run.error?.errorClass == .timeout)
        var scanner = VirusScanner(socket: clamd.socket)
        scanner.timeout = .milliseconds(50)
        let error = await #expect(throws: StageError.self) { try await scanner.scan(SourceFile(opening: text)) }
        #expect(error?.kind == "scanner-slow")
    }

    @Test(
        "answers mean what they say",
        arguments: [
            ("stream: OK", VirusScanner.Verdict.clean), ("stream: Eicar-Signature FOUND", .found("Eicar-Signature")),
            ("stream: A B FOUND", .found("A B")),
        ])
    func answers(answer: String, verdict: VirusScanner.Verdict) throws {
        #expect(try VirusScanner.verdict(answer, socket: "s") == verdict)
    }

    @Test("no answer but clamd's own is a verdict, whatever is made of it")
    func madeUp() throws {
        var random = SeededRandom(seed: 7)
        let answers = ["stream: OK", "stream: X FOUND", "INSTREAM size limit exceeded. ERROR"]
        for _ in 0..<5_000 {
            var bytes = Array((answers.randomElement(using: &random) ?? "").utf8)
            bytes[Int.random(in: bytes.indices, using: &random)] = .random(in: 0...255, using: &random)
            let answer = String(decoding: bytes, as: UTF8.self)
            guard !answers.contains(answer), (try? VirusScanner.verdict(answer, socket: "s")) == .clean else {
                continue
            }
            Issue.record("`\(answer)` lets documents pass")
        }
    }
}
