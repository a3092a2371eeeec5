internal import Platform

/// There is no such run in the journal.
struct RunNotFound: Error, CustomStringConvertible {
    let id: String
    var description: String { "There is no run `\(Printable.text(id))`; `compass runs list` shows those there are." }
}
