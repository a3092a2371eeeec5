internal import Documents

/// What `Catalog.documents` means, said as plainly as possible: filter everything, sort everything.
enum ListOracle {
    /// - Parameter all: every version of every series, in the order of creation.
    static func list(_ all: [DocumentVersion], _ query: DocumentQuery) -> [String] {
        let order = Dictionary(uniqueKeysWithValues: all.enumerated().map { ($1.id, $0) })
        let listed = all.filter { version in
            let isTrashed = version.trashedAt != nil
            guard isTrashed == query.trashed else { return false }
            // Of a document that lies in the trash as a whole, its current version stands for it.
            return (version.isCurrent || isTrashedAlone(version, in: all)) && matches(version, query)
        }
        func newer(_ left: DocumentVersion, _ right: DocumentVersion) -> Bool {
            order[left.id, default: 0] > order[right.id, default: 0]
        }
        let sorted = listed.sorted { left, right in
            switch query.sort {
            case .newest: return newer(left, right)
            case .oldest: return newer(right, left)
            case .name:
                let (a, b) = (padded(left.title), padded(right.title))
                return a == b ? newer(left, right) : a.utf8.lexicographicallyPrecedes(b.utf8)
            case .type:
                let (a, b) = (left.type.rawValue, right.type.rawValue)
                return a == b ? newer(left, right) : a < b
            case .shares:
                let (a, b) = (left.sharedWith.count, right.sharedWith.count)
                return a == b ? newer(left, right) : a > b
            }
        }
        return sorted.map(\.id)
    }

    /// A version that went to the trash by itself has a time of its own.
    private static func isTrashedAlone(_ version: DocumentVersion, in all: [DocumentVersion]) -> Bool {
        guard let trashedAt = version.trashedAt, !version.isCurrent else { return false }
        let current = all.first { $0.series == version.series && $0.isCurrent }
        return current?.trashedAt != trashedAt
    }

    private static func matches(_ version: DocumentVersion, _ query: DocumentQuery) -> Bool {
        if !query.types.isEmpty, !query.types.contains(version.type) { return false }
        if let school = query.school, version.school != school, !version.sharedWith.contains(school) { return false }
        if let shared = query.shared, shared == version.sharedWith.isEmpty { return false }
        if let owner = query.owner, version.owner != owner { return false }
        guard let search = query.search, !search.allSatisfy(\.isWhitespace) else { return true }
        let wanted = words(search)
        guard let last = wanted.last else { return false }
        let texts = Set(words(version.title) + words(version.description ?? ""))
        return wanted.dropLast().allSatisfy(texts.contains) && texts.contains { $0.hasPrefix(last) }
    }

    /// In lower case, with numbers as long as each other: for the ASCII texts of the tests.
    private static func padded(_ title: String) -> String {
        var (text, digits) = ("", "")
        for character in title.lowercased() + " " {
            if character.isNumber {
                digits.append(character)
            } else {
                if !digits.isEmpty { text += String(repeating: "0", count: 9 - digits.count) + digits }
                text.append(character)
                digits = ""
            }
        }
        return text
    }

    /// For the ASCII texts of the tests.
    private static func words(_ text: String) -> [String] {
        text.lowercased().split { !$0.isLetter && !$0.isNumber }.map(String.init)
    }
}
