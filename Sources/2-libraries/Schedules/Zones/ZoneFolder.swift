internal import Glibc
internal import Platform

/// The folder with the system's time zone data.
struct ZoneFolder {
    let path: Path
    /// A zone's data is a few thousand bytes.
    private static let largestFile = 262_144

    private static let usual: Path = "/usr/share/zoneinfo"

    static var ofSystem: ZoneFolder {
        if let folder = getenv("TZDIR"), folder.pointee != 0 { return ZoneFolder(path: Path(cString: folder)) }
        return ZoneFolder(path: usual)
    }

    func zone(named name: String) throws(TimeZoneError) -> TimeZone {
        if name == TimeZone.utc.name { return .utc }
        let shown = Printable.text(name)
        guard Self.isName(name) else {
            throw TimeZoneError(
                name: name, message: "`\(shown)` is no name of a time zone",
                hint: ZoneNames(folder: self).hint(for: name))
        }
        let file = path.appending(Path(name))
        let bytes: [UInt8]
        do {
            bytes = try Files.read(file, limit: Self.largestFile)
        } catch {
            guard [ENOENT, ENOTDIR, EISDIR].contains(error.code) else {
                throw TimeZoneError(
                    name: name, message: "the time zone `\(shown)` cannot be read: \(error.reason)",
                    hint: "look at \(file)")
            }
            guard Files.exists(path) else {
                throw TimeZoneError(
                    name: name, message: "the system has no time zone data: there is no folder \(path)",
                    hint: advice)
            }
            throw TimeZoneError(
                name: name, message: "there is no time zone `\(shown)`", hint: ZoneNames(folder: self).hint(for: name))
        }
        do {
            return TimeZone(name: name, rules: try TZifReader.rules(in: bytes))
        } catch {
            throw TimeZoneError(
                name: name, message: "the data of the time zone `\(shown)` in \(file) is bad: \(error.reason)",
                hint: "install the package `tzdata` again")
        }
    }

    /// What to do when there is no data.
    var advice: String {
        path == Self.usual
            ? "install the package `tzdata`" : "install the package `tzdata`, or correct the environment variable TZDIR"
    }

    /// Whether the text may name a zone: a relative path without odd characters, dots or empty segments. The system's
    /// own choices and the copies that count leap seconds are none.
    static func isName(_ name: String) -> Bool {
        guard 1...128 ~= name.utf8.count, !["localtime", "posixrules"].contains(name) else { return false }
        let segments = name.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        let isClean = segments.allSatisfy { segment in
            guard let first = segment.first, UInt8(ascii: "a")...UInt8(ascii: "z") ~= first | 0x20 else { return false }
            return segment.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
                case UInt8(ascii: "0")...UInt8(ascii: "9"): true
                case UInt8(ascii: "_"), UInt8(ascii: "-"), UInt8(ascii: "+"): true
                default: false
                }
            }
        }
        return isClean && !(segments.count > 1 && ["posix", "right"].contains(String(segments[0]) ?? ""))
    }
}
