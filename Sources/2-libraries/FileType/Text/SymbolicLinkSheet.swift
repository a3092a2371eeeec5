/// A workbook in Microsoft's symbolic link form, which Excel opens as one under any name, and runs the macros of.
///
/// A table of semicolons whose first column is called "ID" and whose next one begins with a P looks the same in its first line,
/// and may have rows that begin with C, O or P. So macros count only beside a cell that has its place.
struct SymbolicLinkSheet {
    private var rest: [UInt8] = []
    private var hasCell = false
    private var hasMacros = false
    /// A longer record is none.
    private static let longest = 64 << 10

    /// nil: the text does not begin as one.
    init?(_ text: [UInt8]) {
        guard text.drop(while: { $0 <= 0x20 }).starts(with: "ID;P".utf8) else { return nil }
    }

    /// Takes the next part of the text, and tells whether there are macros in what was read so far.
    mutating func read(_ part: [UInt8], isLast: Bool) -> Bool {
        let text = rest + part
        var lines = text.split(omittingEmptySubsequences: false) { $0 == 0x0A || $0 == 0x0D }
        rest = isLast ? [] : lines.popLast().map(Array.init) ?? []
        if rest.count > Self.longest { rest = [] }
        for line in lines { take(line) }
        return hasCell && hasMacros
    }

    private mutating func take(_ record: ArraySlice<UInt8>) {
        let fields = record.split(separator: UInt8(ascii: ";"))
        guard let type = fields.first else { return }
        let rest = fields.dropFirst()
        if type.elementsEqual("C".utf8) {
            hasCell = hasCell || rest.contains(where: Self.isPlace)
        } else if type.elementsEqual("NN".utf8) {
            hasMacros = hasMacros || rest.contains { $0.first == UInt8(ascii: "E") }
        } else if type.elementsEqual("O".utf8) {
            hasMacros = hasMacros || rest.contains { $0.elementsEqual("E".utf8) }
        }
    }

    /// A row or column: "X12".
    private static func isPlace(_ field: ArraySlice<UInt8>) -> Bool {
        [UInt8(ascii: "X"), UInt8(ascii: "Y")].contains(field.first) && field.count > 1
            && field.dropFirst().allSatisfy { 0x30...0x39 ~= $0 }
    }
}
