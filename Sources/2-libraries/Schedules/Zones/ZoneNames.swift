internal import Diagnostics
internal import Platform

/// The names that zones have, for hints.
struct ZoneNames {
    let folder: ZoneFolder

    private static let example = "names are such as `Europe/Berlin`; `timedatectl list-timezones` shows all"

    /// What was meant by a name that names nothing.
    func hint(for name: String) -> String {
        if let zone = Self.fixedOffset(name) {
            return "write `\(zone)` for that offset all the year, or a place such as `Europe/Berlin`"
        }
        let known = all()
        if known.isEmpty { return folder.advice }
        if let target = known[name] {
            return target.isEmpty
                ? "its file is missing: install the package `tzdata` again"
                : "write `\(target)`, or install the package `tzdata-legacy`"
        }
        if 1...5 ~= name.utf8.count, name.utf8.allSatisfy({ UInt8(ascii: "A")...UInt8(ascii: "Z") ~= $0 }) {
            return "abbreviations name no zone; a place does, such as `Europe/Berlin`"
        }
        let names = known.keys.sorted()
        let ending = "/" + name.lowercased().split(separator: " ").joined(separator: "_")
        if let city = names.first(where: { $0.lowercased().hasSuffix(ending) }) { return "did you mean `\(city)`?" }
        return Spelling.hint(for: name, in: names) ?? Self.example
    }

    /// Every name; of those that are only another name of a zone, that zone.
    func all() -> [String: String] {
        var names: [String: String] = [:]
        if let text = text(of: "tzdata.zi") {
            for line in text.split(separator: "\n") {
                let words = line.split(separator: " ", maxSplits: 3)
                switch words.first {
                case "Z" where words.count >= 2: names[String(words[1])] = ""
                case "L" where words.count >= 3: names[String(words[2])] = String(words[1])
                default: break
                }
            }
            if !names.isEmpty { return names }
        }
        for line in (text(of: "zone1970.tab") ?? text(of: "zone.tab") ?? "").split(separator: "\n") {
            let words = line.split(separator: "\t")
            if words.count >= 3, !line.hasPrefix("#") { names[String(words[2])] = "" }
        }
        if names.isEmpty { walk("", depth: 3, into: &names) }
        return names
    }

    private func text(of file: Path) -> String? {
        // No such table is no trouble: there are others.
        guard let bytes = try? Files.read(folder.path.appending(file), limit: 4_000_000) else { return nil }
        return String(decoding: bytes, as: UTF8.self)
    }

    private func walk(_ prefix: String, depth: Int, into names: inout [String: String]) {
        let path = prefix.isEmpty ? folder.path : folder.path.appending(Path(prefix))
        // A folder that cannot be listed only makes the hint poorer.
        for entry in (try? Files.list(path)) ?? [] where names.count < 5_000 {
            let name = prefix + entry.text
            guard ZoneFolder.isName(name), !["posix", "right"].contains(name),
                let status = try? FileStatus.of(folder.path.appending(Path(name)))
            else { continue }
            if status.kind == .folder {
                if depth > 1 { walk(name + "/", depth: depth - 1, into: &names) }
            } else {
                names[name] = ""
            }
        }
    }

    /// `UTC+2` is two hours east of Greenwich, which IANA's `Etc` names write with the other sign.
    private static func fixedOffset(_ name: String) -> String? {
        let text = name.uppercased()
        guard text.hasPrefix("UTC") || text.hasPrefix("GMT"), let sign = text.dropFirst(3).first else { return nil }
        let digits = text.hasSuffix(":00") ? text.dropFirst(4).dropLast(3) : text.dropFirst(4)
        guard digits.utf8.count <= 2, let hours = Int(digits), 1...14 ~= hours else { return nil }
        switch sign {
        case "+": return "Etc/GMT-\(hours)"
        case "-" where hours <= 12: return "Etc/GMT+\(hours)"
        default: return nil
        }
    }
}
