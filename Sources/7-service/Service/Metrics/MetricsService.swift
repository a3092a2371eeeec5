internal import Diagnostics
internal import Platform
internal import Representations

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
