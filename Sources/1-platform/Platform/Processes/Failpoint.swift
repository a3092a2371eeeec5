internal import Glibc
internal import Synchronization

/// A named place where a process can be made to die or to stand still, so that tests can see what is left, or do something
/// at that very moment. Costs a comparison where none is set.
///
/// `COMPASS_FAILPOINT=NAME` kills the process (SIGKILL) the first time that it comes to the place, `NAME:3` the third
/// time, and `:17` at the seventeenth place of any name. `NAME@FILE` is that place on behalf of a run of a file with that
/// name, whatever its folder; other runs, and places that are about no run, pass. With `COMPASS_FAILPOINT_ACTION=stop` the
/// process is stopped there instead (SIGSTOP), until it gets SIGCONT; its parent learns of it by waitpid(2).
/// `COMPASS_FAILPOINT_TRACE=FILE` appends every name to a file, a line each, as the process comes by.
public enum Failpoint {
    private struct Setting: Sendable {
        /// Empty: any.
        let name: String
        /// The name of the file that it has to be about; nil: of any, or of none.
        let file: String?
        let count: Int
        let signal: Int32
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
            let place = (parts.first ?? "").split(separator: "@", maxSplits: 1, omittingEmptySubsequences: false)
            let action = getenv("COMPASS_FAILPOINT_ACTION").map { String(cString: $0) }
            return Self(
                name: String(place.first ?? ""), file: place.count > 1 ? String(place[1]) : nil, count: count,
                signal: action == "stop" ? SIGSTOP : SIGKILL, trace: trace)
        }
    }

    private static let setting = Setting.ofProcess
    private static let hits = Mutex(0)

    /// Dies or stands still here if that is wanted.
    ///
    /// - Parameter file: the one that the run at this place is about.
    public static func pass(_ name: StaticString, of file: @autoclosure () -> String? = nil) {
        guard let setting else { return }
        reach("\(name)", file(), setting)
    }

    private static func reach(_ name: String, _ file: String?, _ setting: Setting) {
        hits.withLock { hits in
            if let trace = setting.trace {
                let line = Array("\(name)\n".utf8)
                // A trace that cannot be written shows as missing lines in the test that reads it.
                _ = line.withUnsafeBytes { write(trace, $0.baseAddress, $0.count) }
            }
            guard setting.count > 0, setting.name.isEmpty || setting.name == name else { return }
            if let wanted = setting.file, file.map({ Path($0).name.description }) != wanted { return }
            hits += 1
            // To this thread: of one that is sent to the process another may take notice first, and this one goes on a bit.
            if hits == setting.count { pthread_kill(pthread_self(), setting.signal) }
        }
    }
}
