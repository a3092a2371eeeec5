internal import Glibc

/// The clock that the kernel takes the times of changes from. It goes in steps of some milliseconds, and whatever is done
/// to a file within one of them may leave the same times: these tell two states of a file apart only once it has gone on.
public enum ChangeClock {
    /// How far it goes in a step.
    public static let step: Duration = {
        var resolution = timespec()
        // Linux has it since 2.6.32; what it cannot be asked for is the longest that is built.
        guard clock_getres(CLOCK_REALTIME_COARSE, &resolution) == 0 else { return .milliseconds(10) }
        return max(.milliseconds(1), .seconds(resolution.tv_sec) + .nanoseconds(resolution.tv_nsec))
    }()

    /// Nanoseconds since 1970.
    public static func now() -> Int64 {
        var time = timespec()
        guard clock_gettime(CLOCK_REALTIME_COARSE, &time) == 0 else { return 0 }
        return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }

    /// How long a file has to be seen as it is until its times tell it from what it becomes later; zero: they do now.
    ///
    /// - Parameters:
    ///   - status: of the file.
    ///   - before: what `now` was before that was asked for.
    public static func blur(of status: FileStatus, before: Int64) -> Duration {
        // Some file systems keep whole seconds, or every second one.
        let isCoarse = status.changed % 1_000_000_000 == 0
        if before > status.changed + (isCoarse ? 2_000_000_000 : 0) { return .zero }
        // A time that lies ahead comes of a clock that was set, and is waited for no longer than any other.
        return isCoarse ? .seconds(2) : step + step / 4
    }
}
