internal import Platform

/// Which notifications the end of the log has.
struct RecentLines {
    private var heads: Set<ArraySlice<UInt8>> = []
    private var rest: [UInt8] = []
    private var identity: (device: UInt64, inode: UInt64)?
    /// Up to where the file has been read.
    private(set) var end: Int64 = 0

    /// More ids than a mebibyte of lines holds; a long-lived process forgets and reads again from there.
    private static let limit = 10_000

    init() {}

    /// Of a file of which nothing has been read.
    init(_ status: FileStatus) {
        identity = (status.device, status.inode)
    }

    /// Whether this is about that file, and it has only grown.
    func isOf(_ status: FileStatus) -> Bool {
        guard let identity, heads.count < Self.limit else { return false }
        return identity == (status.device, status.inode) && status.size >= end
    }

    func contains(_ head: ArraySlice<UInt8>) -> Bool { heads.contains(head) }

    /// The last line, when it is cut off.
    var torn: ArraySlice<UInt8> { rest[...] }

    /// Takes note that the torn line has been removed from the file.
    mutating func dropTorn() {
        end -= Int64(rest.count)
        rest = []
    }

    /// Leaves a part of the file out. What follows may begin within a line, whose rest looks like no line of ours.
    mutating func skip(to offset: Int64) {
        rest = []
        end = offset
    }

    /// Takes the bytes that the file has before `end`.
    mutating func add(_ bytes: [UInt8], end: Int64) {
        let all = rest + bytes
        var start = all.startIndex
        while let feed = all[start...].firstIndex(of: UInt8(ascii: "\n")) {
            // A copy: a slice would keep all bytes alive.
            if let head = LogLine.head(of: all[start..<feed]) { heads.insert(ArraySlice(Array(head))) }
            start = feed + 1
        }
        rest = Array(all[start...])
        self.end = end
    }
}
