public import Platform

/// A school that documents can be shared with.
public struct School: Sendable, Hashable, Identifiable {
    /// `[a-z0-9][a-z0-9._-]*`, at most 100 bytes: "stanford".
    public let id: String
    /// For people: "Stanford University".
    public let name: String

    /// - Parameter name: white space at its ends is left out.
    /// - Throws: `CatalogError` of kind `invalidSchool`.
    public init(id: String, name: String) throws(CatalogError) {
        guard Self.isID(id) else {
            throw CatalogError(
                .invalidSchool,
                "`\(Printable.short(id))` cannot be a school's id: use up to 100 lower-case letters, digits, `.`, `_` and `-`, "
                    + "a letter or digit first.")
        }
        let name = name.trimmed
        if name.isEmpty || name.count > 200 {
            throw CatalogError(.invalidSchool, "School `\(id)` needs a name of 1 to 200 characters.")
        }
        if let character = UnsafeCharacters.first(in: name) {
            throw CatalogError(
                .invalidSchool,
                "The name of school `\(id)` has the character \(character), which cannot be seen or acts on what shows it. "
                    + "Write the name without it.")
        }
        self.id = id
        self.name = name
    }

    /// Whether a text can be a school's id, whether or not there is one.
    public static func isID(_ text: String) -> Bool {
        let bytes = Array(text.utf8)
        func isLetterOrDigit(_ byte: UInt8) -> Bool {
            (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
                || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
        }
        guard let first = bytes.first, isLetterOrDigit(first), bytes.count <= 100 else { return false }
        return bytes.allSatisfy { isLetterOrDigit($0) || "._-".utf8.contains($0) }
    }

    /// A school as it was stored, by whichever rules held then.
    public init(storedID id: String, name: String) {
        self.id = id
        self.name = name
    }
}

/// A school's leave to view a document, as it stands or stood.
public struct ShareRecord: Sendable, Hashable {
    public let school: String
    public let sharedAt: Timestamp
    /// The run that shared; nil: a person did.
    public let run: String?
    /// The person or the account of the system that shared; nil: a run did, or nobody wrote down who.
    public let by: String?

    public init(school: String, sharedAt: Timestamp, run: String?, by: String? = nil) {
        self.school = school
        self.sharedAt = sharedAt
        self.run = run
        self.by = by
    }
}

/// A span of time in which things were shared.
public struct SharePeriod: Sendable, Hashable {
    /// Included.
    public let since: Timestamp
    /// Not included, so that periods that follow one another have nothing in common.
    public let until: Timestamp

    public init(since: Timestamp, until: Timestamp) {
        self.since = since
        self.until = until
    }
}

/// What was shared with a school in a time.
public struct SharedDocuments: Sendable, Hashable {
    /// The current version of a document, and since when it is shared.
    public struct Item: Sendable, Hashable {
        public let version: DocumentVersion
        public let sharedAt: Timestamp

        public init(version: DocumentVersion, sharedAt: Timestamp) {
            self.version = version
            self.sharedAt = sharedAt
        }
    }

    public let items: [Item]
    /// How many there are, also those that are not listed.
    public let count: Int

    public init(items: [Item], count: Int) {
        self.items = items
        self.count = count
    }
}
