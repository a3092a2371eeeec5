internal import Glibc
internal import Platform

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
