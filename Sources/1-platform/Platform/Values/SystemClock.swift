internal import CLinux

/// What is known of the machine's clock.
public enum SystemClock {
    /// Whether somebody, such as an NTP client, keeps it right, adjtimex(2).
    ///
    /// - Throws: `SystemError` where the kernel does not say, as in some containers.
    public static func isSynchronised() throws(SystemError) -> Bool {
        try systemCall("examine the clock") { compass_clock_is_synchronised() } == 1
    }
}
