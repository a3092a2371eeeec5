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

    /// Whether an entry of the audit names one of them: as above, or in one of the two ways in which details ended before names
    /// stood between backquotes in them: "documents:read, for maria", "1.0 by maria".
    ///
    /// Names are not looked for as words anywhere: "admin" is a role in other people's entries, and may be somebody's id.
    func stand(inDetail detail: String, reason: String) -> Bool {
        if stand(in: detail) || stand(in: reason) { return true }
        let bytes = Array(detail.utf8)
        return names.contains { name in
            [", for ", " by "].contains { bytes.ends(with: Array($0.utf8) + name) }
        }
    }
}

extension [UInt8] {
    fileprivate func ends(with end: [UInt8]) -> Bool { count >= end.count && suffix(end.count).elementsEqual(end) }
}
