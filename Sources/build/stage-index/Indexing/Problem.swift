/// Something that the author of a plugin should know, in the form in which the compiler says it, so that editors show it.
struct Problem: Hashable, CustomStringConvertible {
    enum Severity: String {
        case error, warning
    }

    let severity: Severity
    let path: String
    let position: Position
    let message: String

    var description: String {
        "\(path):\(position.line):\(position.column): \(severity.rawValue): \(message)"
    }
}
