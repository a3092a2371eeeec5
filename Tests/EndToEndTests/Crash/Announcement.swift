import Platform

/// A notification that has arrived somewhere.
struct Announcement: Hashable, Sendable {
    let id: String
    let run: String
    let stage: String

    /// Lines of JSON, as the receiver and the log channel write them.
    static func read(_ bytes: [UInt8]) throws -> [Announcement] {
        try bytes.split(separator: UInt8(ascii: "\n")).map { line in
            let value = try Value(json: String(decoding: line, as: UTF8.self))
            return Announcement(
                id: value["id"]?.string ?? "", run: value["run"]?.string ?? "", stage: value["stage"]?.string ?? "")
        }
    }
}
