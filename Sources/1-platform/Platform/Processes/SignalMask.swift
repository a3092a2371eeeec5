internal import CLinux
internal import Glibc

/// Signals of the calling thread.
public enum SignalMask {
    /// Runs a closure whose writes may meet a pipe that nobody reads any more: that is the error `EPIPE` then, and no signal
    /// that ends the process.
    ///
    /// From then on the thread has SIGPIPE blocked, as all threads of ours have from their start: taking that back would
    /// deliver what came meanwhile.
    public static func withoutPipeSignal<Result>(_ body: () -> Result) -> Result {
        var signals = [SIGPIPE]
        compass_block_signals(&signals, 1, 1)
        return body()
    }
}
