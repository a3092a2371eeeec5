internal import Glibc
internal import Synchronization

/// A named place where a process can be made to die, so that tests can see what is left. Costs a comparison where none is
/// set.
///
/// `COMPASS_FAILPOINT=NAME` kills the process (SIGKILL) the first time that it comes to the place, `NAME:3` the third
/// time, and `:17` at the seventeenth place of any name. `COMPASS_FAILPOINT_TRACE=FILE` appends every name to a file, a
/// line each, as the process comes by.
public enum Failpoint {
    private struct Setting: Sendable {
        /// Empty: any.
        let name: String
        let count: Int
        let trace: Int32?

        /// What the environment says; nil: nothing.
        static var ofProcess: Self? {
            let text = getenv("COMPASS_FAILPOINT").map { String(cString: $0) }
            let trace = getenv("COMPASS_FAILPOINT_TRACE").map {
                open($0, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
            }
            if text == nil, trace == nil { return nil }
            let parts = (text ?? "").split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
            let count = text == nil ? 0 : parts.count > 1 ? Int(parts[1]) ?? 0 : 1
            return Self(name: String(parts.first ?? ""), count: count, trace: trace)
        }
    }

    private static let setting = Setting.ofProcess
    private static let hits = Mutex(0)

    /// Dies here if that is wanted.
    public static func pass(_ name: StaticString) {
        guard let setting else { return }
        reach("\(name)", setting)
    }

    private static func reach(_ name: String, _ setting: Setting) {
        hits.withLock { hits in
            if let trace = setting.trace {
                let line = Array("\(name)\n".utf8)
                // A trace that cannot be written shows as missing lines in the test that reads it.
                _ = line.withUnsafeBytes { write(trace, $0.baseAddress, $0.count) }
            }
            guard setting.count > 0, setting.name.isEmpty || setting.name == name else { return }
            hits += 1
            if hits == setting.count { _ = kill(getpid(), SIGKILL) }
        }
    }
}
