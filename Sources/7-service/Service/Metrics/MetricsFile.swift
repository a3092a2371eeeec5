internal import Diagnostics
internal import Glibc
internal import Platform
internal import Representations

/// Keeps a file of figures fresh, for the textfile collector of Prometheus' node exporter.
struct MetricsFile: Sendable {
    let path: Path
    let text: @Sendable () -> String
    let log: Log

    /// Between two writes.
    static let interval = Duration.seconds(15)

    /// Writes the file at once and every 15 seconds until the task is cancelled, and removes it then, so that figures of a
    /// service that is gone are not taken for news. Blocks while it writes: give it a thread.
    ///
    /// - Parameter sleep: waits between two writes; throws when the task is cancelled.
    func keep(sleep: (Duration) async throws -> Void = { try await Task.sleep(for: $0) }) async {
        var isWritten = true
        while !Task.isCancelled {
            do {
                try write()
                if !isWritten { log.info("metrics-file", "The metrics file is written again", .init("path", path)) }
                isWritten = true
            } catch {
                if isWritten {
                    log.warning(
                        "metrics-file", "The metrics file cannot be written; it is tried again",
                        .init("path", path), .init("reason", error))
                }
                isWritten = false
            }
            guard (try? await sleep(Self.interval)) != nil else { break }
        }
        path.withCString { _ = unlink($0) }
    }

    /// As one step, without waiting for the disk: after a crash of the machine the figures are no news anyway.
    func write() throws(SystemError) {
        let temporary = path.folder.appending(
            Path(bytes: Array(".".utf8) + path.name.bytes.prefix(200) + Array(".\(getpid()).tmp".utf8)))
        let file = try FileDescriptor.open(
            temporary, flags: O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW, mode: 0o644)
        do {
            // The collector is another user, and the umask of a service keeps everybody out.
            try systemCall("give rights to", on: path.description) { fchmod(file.number, 0o644) }
            try file.write(Array(text().utf8))
            try systemCall("rename", on: path.description) {
                temporary.withCString { old in path.withCString { rename(old, $0) } }
            }
        } catch {
            temporary.withCString { _ = unlink($0) }
            throw error
        }
    }
}

/// The part of a long-lived process that keeps its metrics file fresh.
final class MetricsService: Service {
    let name = "metrics"
    private let file: MetricsFile
    private let waker = AsyncSignal()

    init(_ path: Path, reporter: any ServiceReporting, log: Log) {
        file = MetricsFile(path: path, text: { Metrics.text(reporter.report()) }, log: log)
    }

    func run() async {
        await file.keep { [waker] interval in
            guard await waker.wait(atMost: interval) else { throw CancellationError() }
        }
    }

    func stop() {
        waker.stop()
    }
}
