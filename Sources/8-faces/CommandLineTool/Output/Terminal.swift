internal import Diagnostics
internal import Glibc
internal import Platform

/// What stands behind a descriptor that people may look at.
struct Terminal: Hashable, Sendable {
    /// Whether somebody looks at it, so that lines may be rewritten.
    let isInteractive: Bool
    /// In columns; nil when it has no width.
    let width: Int?
    let style: Style

    init(isInteractive: Bool, width: Int?, style: Style) {
        self.isInteractive = isInteractive
        self.width = width
        self.style = style
    }

    /// Asks the descriptor and the environment: `NO_COLOR` (https://no-color.org) and `TERM=dumb` take the colours away,
    /// `CLICOLOR_FORCE` (https://bixense.com/clicolors) gives them to pipes; `NO_COLOR` wins. `COLUMNS` overrides the width.
    ///
    /// - Parameter environment: looks a variable up; the process's own by default.
    init(
        _ descriptor: FileDescriptor,
        environment: (String) -> String? = { getenv($0).map { String(cString: $0) } }
    ) {
        let isTerminal = isatty(descriptor.number) == 1
        let isDumb = environment("TERM") == "dumb"
        let refuses = environment("NO_COLOR").map { !$0.isEmpty } ?? false
        let forces = environment("CLICOLOR_FORCE").map { !$0.isEmpty && $0 != "0" } ?? false
        isInteractive = isTerminal && !isDumb
        style = Style(colours: !refuses && (forces || isInteractive))
        if isTerminal {
            let columns = environment("COLUMNS").flatMap { Int($0) } ?? descriptor.terminalColumns
            width = columns > 0 ? columns : 80
        } else {
            width = nil
        }
    }
}
