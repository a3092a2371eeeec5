/// Reads a TZif file (RFC 9636, versions 1 to 4). It trusts no number in it.
struct TZifReader {
    private let bytes: [UInt8]
    private var position = 0

    private init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    static func rules(in bytes: [UInt8]) throws(TZifError) -> ZoneRules {
        var reader = TZifReader(bytes)
        return try reader.read()
    }

    /// The counts of one header, in the file's order.
    private struct Header {
        let version: UInt8
        let universalFlags, standardFlags, leapSeconds, times, types, characters: Int

        func size(ofTime width: Int) -> Int {
            times * (width + 1) + types * 6 + characters + leapSeconds * (width + 4) + standardFlags + universalFlags
        }
    }

    private mutating func read() throws(TZifError) -> ZoneRules {
        var header = try readHeader()
        var width = 4
        if header.version >= UInt8(ascii: "2") {
            // The first block is for readers that know 32-bit times only.
            _ = try take(header.size(ofTime: 4))
            header = try readHeader()
            width = 8
        }
        guard header.leapSeconds == 0 else { throw TZifError("it counts leap seconds") }
        guard 1...256 ~= header.types else { throw TZifError("it has \(header.types) kinds of local time") }
        var times: [Int] = []
        for _ in 0..<header.times {
            let time = try readInteger(width)
            guard time > times.last ?? .min, time >= -(1 << 59), time < ZoneRules.end else {
                throw TZifError("its times are not in order")
            }
            times.append(time)
        }
        let kinds = try take(header.times)
        var offsets: [Int] = []
        for _ in 0..<header.types {
            let offset = try readInteger(4)
            guard abs(offset) < ZoneRules.largestOffset else { throw TZifError("it has an offset of \(offset) s") }
            offsets.append(offset)
            _ = try take(2)
        }
        guard kinds.allSatisfy({ $0 < offsets.count }) else { throw TZifError("a time is of no kind") }
        let rest = header.characters + header.standardFlags + header.universalFlags
        _ = try take(rest)
        let changes = zip(times, kinds).map { (start: $0, offset: offsets[Int($1)]) }
        guard width == 8, let rule = try readFooter() else { return ZoneRules(first: offsets[0], changes: changes) }
        return rule.continuing(changes, first: offsets[0])
    }

    private mutating func readHeader() throws(TZifError) -> Header {
        guard Array(try take(4)) == Array("TZif".utf8) else { throw TZifError("it is no TZif file") }
        let version = try take(16).first ?? 0
        var counts: [Int] = []
        for _ in 0..<6 {
            let count = try readInteger(4)
            guard 0...100_000 ~= count else { throw TZifError("it has a count of \(count)") }
            counts.append(count)
        }
        return Header(
            version: version, universalFlags: counts[0], standardFlags: counts[1], leapSeconds: counts[2],
            times: counts[3], types: counts[4], characters: counts[5])
    }

    /// The rule for times behind the last one, between two line feeds; nil: there is none.
    private mutating func readFooter() throws(TZifError) -> PosixRule? {
        guard position < bytes.count, bytes[position] == UInt8(ascii: "\n"),
            let end = bytes[(position + 1)...].firstIndex(of: UInt8(ascii: "\n"))
        else { throw TZifError("its last line is missing") }
        let text = bytes[(position + 1)..<end]
        return text.isEmpty ? nil : try PosixRule(Array(text))
    }

    private mutating func take(_ count: Int) throws(TZifError) -> ArraySlice<UInt8> {
        guard count <= bytes.count - position else { throw TZifError("it is cut off") }
        defer { position += count }
        return bytes[position..<(position + count)]
    }

    /// Big-endian, signed.
    private mutating func readInteger(_ width: Int) throws(TZifError) -> Int {
        let value = try take(width).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        return width == 4 ? Int(Int32(truncatingIfNeeded: value)) : Int(truncatingIfNeeded: value)
    }
}

/// What is wrong with a file of time zone data: the end of "the data is bad: …".
struct TZifError: Error, Hashable {
    let reason: String

    init(_ reason: String) {
        self.reason = reason
    }
}
