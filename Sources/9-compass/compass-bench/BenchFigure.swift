internal import Engine
internal import Glibc
internal import Pipelines
internal import Platform
internal import Synchronization

/// One measured figure.
struct BenchFigure: Sendable {
    let name: String
    let value: Double
    let unit: String
    /// What it should come to, such as "≤ 15"; nil: it is only told.
    var aim: String?

    var line: String {
        let digits = value >= 100 ? value.rounded() : (value * 100).rounded() / 100
        let number = digits == digits.rounded() ? String(Int64(digits)) : String(digits)
        let padded = name + String(repeating: " ", count: max(1, 52 - name.count))
        return padded + String(repeating: " ", count: max(0, 9 - number.count)) + "\(number) \(unit)"
            + (aim.map { "   (aim \($0))" } ?? "")
    }

    var record: Record {
        var record: Record = ["name": .string(name), "value": .number(value), "unit": .string(unit)]
        if let aim { record["aim"] = .string(aim) }
        return record
    }

    /// Of several measurements; 0 of none.
    static func median(_ values: [Double]) -> Double {
        let sorted = values.sorted()
        return sorted.isEmpty ? 0 : sorted[sorted.count / 2]
    }
}

/// What `compass-bench` can measure.
enum BenchSubject: String, CaseIterable, Sendable {
    /// `compass version`.
    case startup
    /// One small file, from the start of the program to its end.
    case small
    /// PDFs of 64 KiB in one command, and what each of them costs.
    case batch
    /// One large video, beside `cp` and a digest.
    case video
    /// A pipeline of 200 lines.
    case lint
    /// Lists and searches in a large catalog.
    case catalog
    /// The journal under stages that do nothing, many queued and many finished runs.
    case engine
    /// Files that are dropped, and very many that are there.
    case watch
    /// The service with very many files, busy and idle.
    case up
    /// Elements of `for-each` in one run, and files of one batch.
    case items
    /// Requests to plugins.
    case plugins
}

/// How long stages took, from the events of an engine.
final class StageTimes: Sendable {
    private let milliseconds = Mutex<[Double]>([])

    func add(_ event: RunEvent) {
        guard case .stageFinished(_, let record) = event, let time = record.durationMilliseconds else { return }
        milliseconds.withLock { $0.append(time) }
    }

    func sorted() -> [Double] { milliseconds.withLock { $0.sorted() } }
}

/// Why the first of several runs did not succeed, told from any thread.
final class FirstFailure: Sendable {
    private let first = Mutex<String?>(nil)

    /// nil: all have succeeded.
    var message: String? { first.withLock { $0 } }

    func add(_ result: RunResult) {
        guard result.run.status != .succeeded else { return }
        first.withLock { $0 = $0 ?? result.run.error?.message ?? result.run.status.rawValue }
    }
}

/// The largest resident set of this process since a moment that can be chosen, see proc(5).
enum PeakMemory {
    /// Starts anew from what is resident now.
    ///
    /// - Throws: `SystemError`
    static func reset() throws {
        try FileDescriptor.open("/proc/self/clear_refs", flags: O_WRONLY).write(Array("5".utf8))
    }

    /// - Throws: `SystemError`; `BenchError` when the kernel does not tell.
    static func bytes() throws -> Double {
        let text = String(decoding: try Files.read("/proc/self/status", limit: 1 << 16), as: UTF8.self)
        for line in text.split(separator: "\n") where line.hasPrefix("VmHWM:") {
            if let kibibytes = line.split(separator: " ").dropFirst().compactMap({ Double($0) }).first {
                return kibibytes * 1_024
            }
        }
        throw BenchError(message: "/proc/self/status has no VmHWM.")
    }
}
