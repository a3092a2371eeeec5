/// Names one after the other, for messages.
public enum NameList {
    private static let longest = 50

    /// "a, b, c", and of more than fifty the first fifty: "a, b, …, and 3950 more".
    ///
    /// - Parameter names: safe to show.
    public static func text(_ names: some Collection<String>) -> String {
        let shown = names.prefix(longest).joined(separator: ", ")
        return names.count > longest ? "\(shown), and \(names.count - longest) more" : shown
    }
}
