internal import Platform

/// The names of files that say that others are whole: a text in which `{name}` stands for the other one's name.
struct DoneMarker: Sendable, Hashable {
    private let prefix: [UInt8]
    private let suffix: [UInt8]
    /// Whether each file has a marker of its own; otherwise one stands for all files of its folder.
    let isOwn: Bool

    init(_ text: String) {
        let bytes = Array(text.utf8)
        let place = Array("{name}".utf8)
        let start = bytes.indices.first { bytes[$0...].starts(with: place) }
        isOwn = start != nil
        prefix = start.map { Array(bytes[..<$0]) } ?? bytes
        suffix = start.map { Array(bytes[($0 + place.count)...]) } ?? []
    }

    /// The marker of a file, beside it.
    func path(for file: Path) -> Path {
        file.folder.appending(Path(bytes: isOwn ? prefix + file.name.bytes + suffix : prefix))
    }

    func isMarker(_ name: Path) -> Bool {
        guard isOwn else { return name.bytes == prefix }
        return name.bytes.count > prefix.count + suffix.count && name.bytes.starts(with: prefix)
            && name.bytes.suffix(suffix.count).elementsEqual(suffix)
    }

    /// The file that a marker speaks of; nil: all of its folder.
    func subject(of marker: Path) -> Path? {
        guard isOwn, isMarker(marker.name) else { return nil }
        return marker.folder.appending(
            Path(bytes: marker.name.bytes.dropFirst(prefix.count).dropLast(suffix.count)))
    }
}
