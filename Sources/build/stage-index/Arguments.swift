/// What the tool is told: `stage-index --output FILE --root FOLDER FILE…`
struct Arguments: Hashable {
    let output: String
    let root: String
    let files: [String]

    /// A call that makes no sense.
    struct UsageError: Error, Hashable, CustomStringConvertible {
        var description: String { "usage: stage-index --output FILE --root FOLDER FILE…" }
    }

    /// - Parameter arguments: without the program's name.
    init(_ arguments: some Sequence<String>) throws(UsageError) {
        var output: String?
        var root: String?
        var files: [String] = []
        var rest = arguments.makeIterator()
        while let argument = rest.next() {
            switch argument {
            case "--output": output = rest.next()
            case "--root": root = rest.next()
            case _ where argument.hasPrefix("--"): throw UsageError()
            default: files.append(argument)
            }
        }
        guard let output, let root else { throw UsageError() }
        self.output = output
        self.root = root
        self.files = files.sorted()
    }
}
