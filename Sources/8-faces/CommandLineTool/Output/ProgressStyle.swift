/// How the progress of runs is shown.
enum ProgressStyle: Hashable, Sendable {
    /// A line for each running file, rewritten in place; finished files above them.
    case live
    /// A line when a file starts and one when it ends.
    case plain
    /// Not at all: somebody else prints the results, as with `--json`.
    case silent
}
