import Glibc

/// One kind of input from outside, and what has to hold for whatever stands in it.
protocol FuzzTarget: SendableMetatype {
    /// As `scripts/fuzz` names it, and its folder in `corpora/`.
    static var name: String { get }

    /// Reads one input. That it is refused is a right end; that `require` fails, or the process traps or hangs, is a
    /// finding.
    static func run(_ input: [UInt8])
}

/// Ends the process, so that libFuzzer keeps the input.
func require(_ holds: Bool, _ what: @autoclosure () -> String) {
    if holds { return }
    let line = Array("does not hold: \(what())\n".utf8)
    _ = write(STDERR_FILENO, line, line.count)
    abort()
}

/// The value, which has to be there.
func required<Wanted>(_ value: Wanted?, _ what: @autoclosure () -> String) -> Wanted {
    require(value != nil, what())
    guard let value else { abort() }
    return value
}

/// The value of what must not fail.
func required<Wanted>(_ what: @autoclosure () -> String, _ body: () throws -> Wanted) -> Wanted {
    do {
        return try body()
    } catch {
        require(false, "\(what()): \(error)")
        abort()
    }
}
