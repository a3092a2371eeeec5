internal import Engine
internal import FileIntake
internal import Platform

/// A file that a source means.
struct FoundFile: AgedFile, Hashable {
    let modified: Int64
    /// Relative to the workspace.
    let path: Path
    /// What it was when it was found; nil: it is known by a cursor.
    let listed: ExpectedFile?

    init(modified: Int64, path: Path, listed: ExpectedFile? = nil) {
        self.modified = modified
        self.path = path
        self.listed = listed
    }

    /// As a cursor: names need not be text.
    var cursor: String {
        let digits = Array("0123456789abcdef".utf8)
        let hex = path.bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }
        return "\(modified):\(String(decoding: hex, as: UTF8.self))"
    }

    /// nil when the text is none that `cursor` gave.
    init?(cursor: String) {
        let parts = cursor.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 2, let modified = Int64(parts[0]) else { return nil }
        let digits = Array(parts[1].utf8)
        guard digits.count.isMultiple(of: 2) else { return nil }
        var bytes: [UInt8] = []
        for index in stride(from: 0, to: digits.count, by: 2) {
            guard let byte = UInt8(String(decoding: digits[index..<(index + 2)], as: UTF8.self), radix: 16) else {
                return nil
            }
            bytes.append(byte)
        }
        self.init(modified: modified, path: Path(bytes: bytes))
    }
}
