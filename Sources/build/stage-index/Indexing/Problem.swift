/// An error of a plugin's author, in the form in which the compiler says it, so that editors show it.
struct Problem: Hashable, CustomStringConvertible {
    let path: String
    let position: Position
    let message: String

    var description: String {
        "\(path):\(position.line):\(position.column): error: \(message)"
    }
}
