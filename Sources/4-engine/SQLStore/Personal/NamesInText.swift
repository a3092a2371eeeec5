/// Looks for names in texts of the database: JSON, paths and messages.
struct NamesInText {
    private let names: Set<[UInt8]>

    init(_ names: Set<String>) {
        self.names = Set(names.map { Array($0.utf8) })
    }

    /// Whether one of the names stands in the text between quotation marks, as a part of a path, or between backquotes.
    ///
    /// JSON writes a quotation mark and a backslash in a name with a backslash before it, so that such a name is looked for in
    /// both ways.
    func stand(in text: String) -> Bool {
        var word: [UInt8] = []
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "/"), UInt8(ascii: "`"):
                if names.contains(word) { return true }
                word.removeAll(keepingCapacity: true)
            default: word.append(byte)
            }
        }
        return names.contains(word)
    }
}
