internal import Documents
internal import Glibc
internal import Pipelines
internal import Platform

/// clamd, asked through its socket. The protocol stands in clamd(8).
struct VirusScanner: Sendable {
    enum Verdict: Hashable, Sendable {
        case clean
        /// By this signature.
        case found(String)
    }

    let socket: Path
    /// How long clamd may say nothing; it scans large archives for up to two minutes.
    var timeout = Duration.seconds(300)

    private static let piece = 256 << 10
    /// Answers are a line.
    private static let longestAnswer = 4_096

    /// Has clamd scan a file. Blocks; ends at once when the task is cancelled.
    ///
    /// - Parameter progress: called with the number of bytes that were sent.
    /// - Throws: `StageError`; what reading the file throws; `CancellationError`.
    func scan(_ file: SourceFile, progress: (Int64) -> Void = { _ in }) async throws -> Verdict {
        var isSent = false
        let answer = try await ask { stream in
            do {
                try send(file, to: stream, progress)
                isSent = true
            } catch let error as SystemError where [EPIPE, ECONNRESET].contains(error.code) {
                // It has said why, or its silence is an answer that means nothing.
            }
        }
        let verdict = try Self.verdict(answer, socket: socket)
        if verdict == .clean, !isSent {
            throw StageError.failed(
                .server, "scanner-answer",
                "The virus scanner at \(socket) answered before it had the whole document, which is no verdict.")
        }
        return verdict
    }

    /// Which ClamAV it is: "ClamAV 1.0.9/27100/Mon Nov 24 09:36:02 2026".
    func version() async throws -> String {
        Printable.short(try await ask { try Self.write(Array("zVERSION\0".utf8), to: $0) })
    }

    /// What clamd's answer means. Whatever is not clearly a verdict is none.
    static func verdict(_ answer: String, socket: Path) throws(StageError) -> Verdict {
        let prefix = "stream: "
        if answer == prefix + "OK" { return .clean }
        if answer.hasPrefix(prefix), answer.hasSuffix(" FOUND") {
            let name = answer.dropFirst(prefix.count).dropLast(" FOUND".count)
            if !name.isEmpty { return .found(String(name)) }
        }
        if answer == "INSTREAM size limit exceeded. ERROR" {
            throw .failed(
                .permanent, "scanner-limit",
                "The virus scanner at \(socket) takes no document of this size. Raise `StreamMaxLength` in its clamd.conf."
            )
        }
        throw .failed(
            .server, "scanner-answer",
            answer.isEmpty
                ? "The virus scanner at \(socket) closed the connection without an answer."
                : "The virus scanner at \(socket) answered `\(Printable.short(answer))`, which is no verdict.")
    }

    /// - Returns: the answer up to its NUL, or as far as it came.
    private func ask(_ request: (FileDescriptor) throws -> Void) async throws -> String {
        let stream: FileDescriptor
        do {
            stream = try UnixSocket.connect(to: socket, timeout: timeout)
        } catch {
            throw StageError.failed(
                .network, "scanner-away",
                "The virus scanner does not answer at \(socket): \(error.reason) (\(error.name)). Start clamd, or name its socket."
            )
        }
        return try await withTaskCancellationHandler {
            do {
                try request(stream)
                let answer = try Self.answer(of: stream)
                try Task.checkCancellation()
                return answer
            } catch let error as SystemError {
                try Task.checkCancellation()
                if error.code == EAGAIN {
                    throw StageError.failed(
                        .timeout, "scanner-slow", "The virus scanner at \(socket) said nothing for \(timeout).")
                }
                throw StageError.failed(
                    .network, "scanner-away", "The connection to the virus scanner at \(socket) broke: \(error.reason)."
                )
            }
        } onCancel: {
            shutdown(stream.number, Int32(SHUT_RDWR))
        }
    }

    private func send(_ file: SourceFile, to stream: FileDescriptor, _ progress: (Int64) -> Void) throws {
        try Self.write(Array("zINSTREAM\0".utf8), to: stream)
        var bytes = [UInt8](repeating: 0, count: Self.piece + 4)
        var offset: Int64 = 0
        while true {
            try Task.checkCancellation()
            let count = try bytes.withUnsafeMutableBytes {
                try file.read(into: UnsafeMutableRawBufferPointer(rebasing: $0[4...]), at: offset)
            }
            withUnsafeBytes(of: UInt32(count).bigEndian) { bytes.replaceSubrange(0..<4, with: $0) }
            try Self.write(bytes[..<(count + 4)], to: stream)
            if count == 0 { return }
            offset += Int64(count)
            progress(offset)
        }
    }

    private static func write(_ bytes: some Collection<UInt8>, to stream: FileDescriptor) throws(SystemError) {
        var rest = ArraySlice(bytes)
        while !rest.isEmpty {
            let sent = rest.withUnsafeBytes { Glibc.send(stream.number, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
            if sent < 0, errno == EINTR { continue }
            if sent < 0 { throw SystemError("send to the virus scanner", code: errno) }
            rest = rest.dropFirst(sent)
        }
    }

    private static func answer(of stream: FileDescriptor) throws(SystemError) -> String {
        var bytes: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: 512)
        while bytes.count < longestAnswer {
            let count = piece.withUnsafeMutableBytes { recv(stream.number, $0.baseAddress, $0.count, 0) }
            if count < 0, errno == EINTR { continue }
            if count < 0, errno == ECONNRESET { break }
            if count < 0 { throw SystemError("hear the virus scanner", code: errno) }
            if count == 0 { break }
            bytes += piece[..<count]
            if let end = bytes.firstIndex(of: 0) { return String(decoding: bytes[..<end], as: UTF8.self) }
        }
        // Without its end an answer is none.
        return bytes.isEmpty ? "" : String(decoding: bytes, as: UTF8.self) + "…"
    }
}
