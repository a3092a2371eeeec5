internal import CLinux
public import Glibc

/// A system call that failed: which call, on what, and the raw `errno`.
///
/// The code is kept as a number, so one that this program does not know survives. Take `errno` directly after the call:
/// it belongs to the thread, and a task may change threads at every `await`.
public struct SystemError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The `errno` value, such as `ENOENT`; see errno(3).
    public let code: Int32
    /// What was attempted, as a verb phrase: "open", "rename".
    public let operation: String
    /// What it was attempted on, ready to be shown; nil when it was no file.
    public let subject: String?

    /// - Parameter code: the `errno` value; by default the calling thread's current one.
    public init(_ operation: String, on subject: String? = nil, code: Int32 = errno) {
        self.code = code
        self.operation = operation
        self.subject = subject
    }

    /// The symbolic name, "ENOSPC"; "errno 999" when the C library has none.
    public var name: String {
        compass_errno_name(code).map { String(cString: $0) } ?? "errno \(code)"
    }

    /// The C library's sentence: "No space left on device".
    public var reason: String {
        var buffer = [CChar](repeating: 0, count: 256)
        guard strerror_r(code, &buffer, buffer.count) == 0 else { return name }
        return String(decoding: buffer.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    /// What was done, on what, and the words of the C library for the code.
    public var description: String {
        "cannot \(operation)\(subject.map { " \($0)" } ?? ""): \(reason) (\(name))"
    }
}

/// Calls `body` again while it is interrupted by a signal (`EINTR`), and turns -1 into a `SystemError`.
///
/// - Throws: `SystemError` with the `errno` of the last attempt.
@discardableResult
public func systemCall<Result: SignedInteger>(
    _ operation: String, on subject: @autoclosure () -> String? = nil, _ body: () -> Result
) throws(SystemError) -> Result {
    while true {
        let result = body()
        if result != -1 { return result }
        let code = errno
        if code != EINTR { throw SystemError(operation, on: subject(), code: code) }
    }
}
