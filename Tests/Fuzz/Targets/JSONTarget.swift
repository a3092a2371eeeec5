import Platform

/// What is read and written again reads the same.
enum JSONTarget: FuzzTarget {
    static let name = "json"

    static func run(_ input: [UInt8]) {
        let text = String(decoding: input, as: UTF8.self)
        let value: Value
        do {
            value = try Value(json: text)
        } catch {
            require(!error.description.isEmpty, "a refusal says why")
            return
        }
        let written = value.json
        let again = required("`\(written)` can be read") { try Value(json: written) }
        require(again.json == written, "`\(written)` is written as it was read: `\(again.json)`")
        require(isSame(value, again), "`\(written)` means what it meant")
        require(!written.utf8.contains { $0 < 0x20 || $0 == 0x7F }, "`\(written)` is one line")
    }

    /// JSON knows one kind of number, so that 2.0 comes back as 2.
    private static func isSame(_ left: Value, _ right: Value) -> Bool {
        switch (left, right) {
        case (.list(let left), .list(let right)):
            left.count == right.count && zip(left, right).allSatisfy(isSame)
        case (.record(let left), .record(let right)):
            left.keys == right.keys && zip(left, right).allSatisfy { isSame($0.value, $1.value) }
        case (.number(let left), .integer(let right)): left == Double(right)
        case (.string(let left), .string(let right)): left.utf8.elementsEqual(right.utf8)
        default: left == right
        }
    }
}
