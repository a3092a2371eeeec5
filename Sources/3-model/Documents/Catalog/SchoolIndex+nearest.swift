internal import Diagnostics
internal import Platform

extension SchoolIndex {
    /// What may have been meant by a text that means no school.
    package struct Nearest: Sendable, Hashable {
        /// Of one school; or of those that have the name.
        package let ids: [String]
        /// That is near; nil: the id is.
        package let name: String?
    }

    /// The school that is nearest to a text that means none; nil: none is near.
    package func nearest(to text: String) -> Nearest? {
        // Who has written the name, or a blank beside the id, means that one.
        let id = text.folded.split(separator: " ").joined(separator: "-")
        let meant = self.id(of: text) ?? schools.first { $0.id == id }?.id
        if let id = meant ?? Spelling.nearest(to: text, in: schools.map(\.id)) { return Nearest(ids: [id], name: nil) }
        // A word of a name is near to a short one, and was not meant as all of it.
        if isWord(text) { return nil }
        guard let name = Spelling.nearest(to: text, in: schools.map(\.name)) else { return nil }
        return Nearest(ids: schools.filter { $0.name == name }.map(\.id), name: name)
    }

    /// Whether a text is one of several words that a name has.
    package func isWord(_ text: String) -> Bool {
        schools.contains { school in
            let words = school.name.folded.split(separator: " ")
            return words.count > 1 && words.contains(text.folded[...])
        }
    }
}
