/// How much a command tells beside its answer and its errors.
enum Verbosity: Sendable {
    /// Nothing.
    case quiet
    /// How it goes on, and what could be done next.
    case normal
    /// Also what is read and done, line by line.
    case verbose
}
