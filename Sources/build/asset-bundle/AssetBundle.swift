internal import Digests
internal import FoundationEssentials

/// The files that pages need, each under an address that has the digest of its content in it, so that a browser may keep it
/// for ever.
///
/// Files name each other by `asset:NAME`, and scripts import each other by `./NAME.js`; both become addresses. So what is
/// named is finished first, and files that name each other in a circle are refused.
struct AssetBundle {
    struct Asset {
        let name: String
        let mediaType: String
        let content: [UInt8]
        /// What stands behind `/assets/`.
        let path: String
        /// Scripts that it imports when it begins, by name.
        var imports: [String] = []
    }

    /// Where the server has them.
    static let folder = "/assets/"

    private(set) var assets: [Asset] = []
    /// Addresses by name; folders end in a slash.
    private var addresses: [String: String] = [:]

    /// Adds a file as it is, or a folder of files when `name` ends in a slash.
    mutating func add(_ place: String, as name: String) throws {
        guard name.hasSuffix("/") else { return insert(name, try Self.read(place)) }
        let names = (try? FileManager.default.contentsOfDirectory(atPath: place)) ?? []
        let files = names.filter { Self.mediaType(of: $0) != nil }.sorted()
        guard !files.isEmpty else { throw Self.missing(place) }
        insert(folder: name, try files.map { ($0, try Self.read("\(place)/\($0)")) })
    }

    /// Adds the predefined character maps of PDF as a folder.
    ///
    /// - Parameter place: the folder that has a folder for each collection of characters.
    mutating func add(characterMaps place: String) throws {
        let maps = try CharacterMaps.all.map { ($0.name, try Self.read("\(place)/\($0.collection)/\($0.name)")) }
        insert(folder: CharacterMaps.folder, maps)
    }

    /// Adds the project's own files. Style sheets of a folder become one, in the order in which they are given: those of
    /// `styles/viewer` are `viewer.css`, and those that are in no folder of `styles` are `app.css`.
    mutating func add(own files: [String]) throws {
        var waiting: [(name: String, place: String, text: String)] = []
        var sheets = [Self.sheet(of: ""): ""]
        for place in files {
            let name = place.split(separator: "/").last.map(String.init) ?? place
            guard let text = String(validating: try Self.read(place), as: UTF8.self) else {
                throw AssetProblem("\(place):1:1: error: this is not UTF-8")
            }
            if name.hasSuffix(".css") {
                sheets[Self.sheet(of: place), default: ""] += text
            } else {
                waiting.append((name, place, text))
            }
        }
        for (name, text) in sheets.sorted(by: { $0.key < $1.key }) { waiting.append((name, name, text)) }
        let known = Set(waiting.map(\.name))
        while !waiting.isEmpty {
            var later: [(name: String, place: String, text: String)] = []
            for file in waiting {
                let isScript = file.name.hasSuffix(".js")
                let (text, open) = try resolve(file.text, of: file.place, isScript: isScript, known)
                guard open.isEmpty else {
                    later.append(file)
                    continue
                }
                insert(file.name, Array(text.utf8), imports: isScript ? Self.imports(of: file.text) : [])
            }
            if later.count == waiting.count {
                throw AssetProblem(
                    "\(later[0].place):1:1: error: these files need each other in a circle: "
                        + later.map(\.name).joined(separator: ", "))
            }
            waiting = later
        }
    }

    /// The name of the sheet that a style sheet becomes a part of.
    private static func sheet(of place: String) -> String {
        let folders = place.split(separator: "/").dropLast().suffix(2)
        return folders.count == 2 && folders.first == "styles" ? "\(folders.last ?? "").css" : "app.css"
    }

    /// What a script imports when it begins; what it imports later, by `import(…)`, is not among them.
    private static func imports(of text: String) -> [String] {
        text.matches(of: /(?:from|import) "\.\/([a-z0-9-]+\.js)"/).map { String($0.1) }
    }

    /// A file's text with addresses in the places of names.
    ///
    /// - Returns: also the names that have no address yet.
    private func resolve(
        _ text: String, of place: String, isScript: Bool, _ known: Set<String>
    ) throws -> (text: String, open: Set<String>) {
        var result = ""
        var open: Set<String> = []
        for (number, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            var rest = line[...]
            if number > 0 { result += "\n" }
            while let (before, name, after, isImport) = Self.reference(in: rest, isScript: isScript) {
                guard let address = addresses[name] else {
                    guard known.contains(name) else {
                        throw AssetProblem("\(place):\(number + 1):1: error: there is no asset `\(name)`")
                    }
                    open.insert(name)
                    result += before
                    rest = after
                    continue
                }
                result += before + (isImport ? "\"\(address)\"" : address)
                rest = after
            }
            result += rest
        }
        return (result, open)
    }

    /// The next `asset:NAME` or `"./NAME.js"` of a line.
    private static func reference(
        in line: Substring, isScript: Bool
    ) -> (before: Substring, name: String, after: Substring, isImport: Bool)? {
        let asset = line.firstRange(of: /asset:([a-z0-9][a-z0-9.\/-]*)/)
        let script = isScript ? line.firstRange(of: /"\.\/([a-z0-9-]+\.js)"/) : nil
        if let script, asset.map({ script.lowerBound < $0.lowerBound }) ?? true {
            let name = line[script].dropFirst(3).dropLast()
            return (line[..<script.lowerBound], String(name), line[script.upperBound...], true)
        }
        guard let asset else { return nil }
        return (line[..<asset.lowerBound], String(line[asset].dropFirst(6)), line[asset.upperBound...], false)
    }

    private mutating func insert(_ name: String, _ content: [UInt8], imports: [String] = []) {
        let dot = name.lastIndex(of: ".") ?? name.endIndex
        let path = "\(name[..<dot])-\(Self.digest(of: content))\(name[dot...])"
        addresses[name] = Self.folder + path
        assets.append(
            Asset(
                name: name, mediaType: Self.mediaType(of: name) ?? "application/octet-stream", content: content,
                path: path, imports: imports))
    }

    private mutating func insert(folder name: String, _ contents: [(String, [UInt8])]) {
        let digest = Self.digest(of: contents.flatMap { Array($0.utf8) + $1 })
        let folder = name.dropLast() + "-\(digest)/"
        addresses[name] = Self.folder + folder
        for (file, content) in contents {
            assets.append(
                Asset(
                    name: name + file, mediaType: Self.mediaType(of: file) ?? "application/octet-stream",
                    content: content, path: folder + file))
        }
    }

    private static func digest(of bytes: [UInt8]) -> String { String(SHA256.hex(of: bytes).prefix(10)) }

    private static func mediaType(of name: String) -> String? {
        switch name.split(separator: ".").last.map(String.init) {
        case "js": "text/javascript; charset=utf-8"
        case "css": "text/css; charset=utf-8"
        case "svg": "image/svg+xml"
        case "png": "image/png"
        case "pfb": "application/octet-stream"
        case "ttf": "font/ttf"
        default: nil
        }
    }

    private static func read(_ place: String) throws -> [UInt8] {
        guard let data = FileManager.default.contents(atPath: place) else { throw missing(place) }
        return Array(data)
    }

    private static func missing(_ place: String) -> AssetProblem {
        AssetProblem("error: \(place) is missing; `scripts/setup build` installs what the pages are built of")
    }
}
