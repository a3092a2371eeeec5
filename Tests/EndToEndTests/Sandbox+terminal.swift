import Glibc
import Platform
import Testing

extension Sandbox {
    /// What a command prints on a terminal, when it succeeds.
    func screen(_ command: String, columns: Int = 80, environment: [String] = []) async throws -> String {
        let line = "stty cols \(columns) rows 24; exec \(Self.program) \(command)"
        let output = try await run(
            "/usr/bin/script", ["-qec", Path(line), "/dev/null"], environment: ["TERM=dumb"] + environment)
        try #require(output.status == 0, "\(command): \(output)")
        return String(decoding: output.text.utf8.filter { $0 != UInt8(ascii: "\r") }, as: UTF8.self)
    }
}
