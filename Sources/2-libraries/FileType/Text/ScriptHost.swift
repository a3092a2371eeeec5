/// Code for Windows' script host, in Visual Basic and JavaScript: what such a script needs to do anything to the machine.
enum ScriptHost {
    private static let makers = ["createobject", "activexobject", "getobject"]
    private static let members: Set<String> = [
        "echo", "quit", "sleep", "shell", "arguments", "createobject", "connectobject", "stdin", "stdout",
        "scriptfullname", "scriptname",
    ]

    /// Whether an object is made where that "(" stands, from a name in quotes: `CreateObject("WScript.Shell")`.
    static func isCall(_ text: [UInt8], at position: Int) -> Bool {
        guard let next = text[(position + 1)...].prefix(32).first(where: { $0 > 0x20 }), next == 0x22 || next == 0x27
        else {
            return false
        }
        let before = text[max(0, position - 32)..<position]
        let word = lowercased(before.reversed().drop { $0 <= 0x20 }.prefix(while: Tag.isLetter))
        return makers.contains { $0.utf8.reversed().elementsEqual(word) }
    }

    /// Whether a line begins with a word such as `WScript.Echo`, whose "." stands there.
    static func isStatement(_ text: [UInt8], at position: Int) -> Bool {
        guard position > 0, text[position - 1] | 0x20 == UInt8(ascii: "t"), position >= 7,
            lowercased(text[(position - 7)..<position]).elementsEqual("wscript".utf8)
        else { return false }
        let line = text[max(0, position - 40)..<(position - 7)].reversed().prefix { $0 != 0x0A && $0 != 0x0D }
        guard line.allSatisfy({ $0 == 0x20 || $0 == 0x09 }) else { return false }
        let member = text[(position + 1)...].prefix(20).prefix(while: Tag.isLetter)
        return members.contains(String(decoding: lowercased(member), as: UTF8.self))
    }
}

/// The headers by which systems know a program, whatever its name.
enum ProgramHeader {
    /// Whether Windows would load the file as a program: the mark "MZ", and further on a header to which the first one
    /// points, since "MZ" are letters.
    ///
    /// - Throws: `SystemError`
    static func isWindowsProgram(_ content: ContainerContent) throws -> Bool {
        let head = try content.head(64)
        guard head.count == 64, head.starts(with: "MZ".utf8) || head.starts(with: "ZM".utf8) else { return false }
        let start = Int64(Bytes(head).little32(60))
        let mark = try content.read(at: start, count: 4)
        return mark == Array("PE\0\0".utf8) || ["NE", "LE", "LX"].contains { mark.starts(with: $0.utf8) }
    }
}
