/// Whether a text is a batch file of Windows.
///
/// Any text is one to a shell that is told to run it, and most words that batch files are made of are words of English as well.
/// So a single word proves nothing. What counts is a text whose lines begin with commands from the first one on (but for one in
/// five, which may call programs of any name), and one that no sentence has: a switch, a folder,
/// a variable, a program's file, or `echo off`.
enum BatchFile {
    /// - Parameter text: whose first byte is no blank.
    static func isOne(_ text: [UInt8]) -> Bool {
        var all = 0
        var others = 0
        var strong = 0
        for line in TextLines(text) {
            all += 1
            switch BatchLine.kind(of: line) {
            // Whatever follows it.
            case .silence: return true
            case .strong: strong += 1
            case .weak: break
            case .other:
                // Nearly every text has shown by its first line that it is none.
                if all == 1 { return false }
                others += 1
            }
            // Before a hundred other lines, a few of these would prove nothing.
            if others > 20 { return false }
        }
        return strong > 0 && others * 5 <= all
    }
}

/// A line as the shell of Windows reads it.
enum BatchLine {
    /// Before an `other` line, `echo off` proves a batch file: texts do not begin with it.
    case silence
    /// A command with what no sentence has.
    case strong
    /// The word of a command, which may be a word of a sentence, or a remark: Rem is a name as well, and a phase of sleep.
    case weak
    case other

    /// Those that are no words of English begin few lines of a text, and the others many.
    private static let commands: Set<String> = [
        "del", "erase", "copy", "xcopy", "robocopy", "move", "ren", "rename", "rd", "rmdir", "md", "mkdir", "attrib",
        "type", "start", "call", "cd", "chdir", "pushd", "format", "title", "color", "set", "if", "for", "goto", "cls",
        "pause", "exit", "setlocal", "endlocal", "powershell", "pwsh", "cmd", "cscript", "wscript", "mshta", "rundll32",
        "regsvr32", "reg", "schtasks", "taskkill", "certutil", "bitsadmin", "msiexec", "wmic", "net", "netsh", "curl",
        "shutdown", "vssadmin",
    ]
    /// Those of them that no sentence begins with.
    private static let tools: Set<String> = [
        "powershell", "pwsh", "cscript", "wscript", "mshta", "rundll32", "regsvr32", "schtasks", "taskkill", "certutil",
        "bitsadmin",
        "msiexec", "wmic", "netsh", "vssadmin",
    ]
    /// What every Windows has; a table may have columns such as `%KILL%`.
    private static let variables = [
        "%comspec%", "%systemroot%", "%windir%", "%userprofile%", "%appdata%", "%localappdata%", "%programfiles%",
        "%programdata%", "%temp%", "%tmp%", "%cd%", "%errorlevel%", "%homepath%", "%public%", "%random%",
    ]
    private static let programEnds = [".exe", ".bat", ".cmd", ".vbs", ".ps1", ".msi", ".hta"]

    /// - Parameter line: in lower case, without blanks at its ends, and not empty.
    static func kind(of line: String) -> BatchLine {
        // The shell passes over these.
        let start = line.drop { "@ \t(,;=".contains($0) }
        let isHidden = line[..<start.startIndex].contains("@")
        let text = start.filter { $0 != "\"" && $0 != "^" }
        guard let first = text.first else { return line.allSatisfy { "()".contains($0) } ? .weak : .other }
        if first == ")" { return .weak }
        if text.hasPrefix("::") { return .weak }
        if hasVariable(text) || isHidden && text.contains("%*") { return .strong }
        if first == ":" { return text.dropFirst().allSatisfy(isWordCharacter) && text.count > 1 ? .weak : .other }
        let word = String(text.prefix(while: isWordCharacter))
        let rest = text.dropFirst(word.count)
        if word == "echo" { return isSilence(rest) ? .silence : .weak }
        guard rest.first.map({ " \t/\\".contains($0) || word == "cd" && $0 == "." }) ?? true else {
            return isProgram(text) ? .strong : .other
        }
        if word == "rem" { return .weak }
        guard commands.contains(word) else { return isProgram(text) ? .strong : .other }
        if tools.contains(word), !rest.trimmed.isEmpty { return .strong }
        return isHidden || hasSyntax(word, rest.trimmed) ? .strong : .weak
    }

    /// "off", and no further word.
    private static func isSilence(_ rest: Substring) -> Bool {
        guard rest.first.map({ " \t".contains($0) }) ?? false, rest.trimmed.hasPrefix("off") else { return false }
        return rest.trimmed.dropFirst(3).trimmed.first.map { ")&|>".contains($0) } ?? true
    }

    /// Whether the line begins with the name of a program's file.
    private static func isProgram(_ text: String) -> Bool {
        let name = text.prefix { $0 != " " && $0 != "\t" }
        return programEnds.contains { name.hasSuffix($0) && name.count > $0.count }
    }

    /// Whether a command has what no sentence has.
    private static func hasSyntax(_ word: String, _ rest: Substring) -> Bool {
        switch word {
        case "if":
            let conditions = [
                "exist ", "not exist ", "defined ", "not defined ", "errorlevel ", "not errorlevel ", "%",
            ]
            return conditions.contains(where: rest.hasPrefix) || rest.contains("==")
        case "for": return rest.hasPrefix("%") || rest.hasPrefix("/")
        case "setlocal", "endlocal": return rest.isEmpty || rest.hasPrefix("enable") || rest.hasPrefix("disable")
        default: return rest.split(whereSeparator: { $0 == " " || $0 == "\t" }).contains(where: isArgument)
        }
    }

    /// A switch, a folder, a pattern or the name of a program's file.
    private static func isArgument(_ argument: Substring) -> Bool {
        let bytes = Array(argument.utf8)
        if bytes.contains(UInt8(ascii: "\\")) || argument.contains("*.") || argument.contains(".*") { return true }
        if isProgram(String(argument)) { return true }
        // A longer word may be one of a heading: `SET 101 /Honors/`.
        guard 2...3 ~= bytes.count || bytes.count > 3 && argument.contains(":") else { return false }
        return (bytes[0] == UInt8(ascii: "/") || bytes[0] == UInt8(ascii: "-")) && Tag.isLetter(bytes[1])
            && !bytes.dropFirst().contains(UInt8(ascii: "/"))
    }

    /// `%~dp0`, or a variable that Windows itself sets.
    private static func hasVariable(_ text: String) -> Bool {
        guard text.utf8.contains(UInt8(ascii: "%")) else { return false }
        let bytes = Array(text.utf8)
        for index in bytes.indices.dropLast(2) where bytes[index] == UInt8(ascii: "%") {
            let next = bytes[index + 2]
            if bytes[index + 1] == UInt8(ascii: "~"), Tag.isLetter(next) || 0x30...0x39 ~= next { return true }
        }
        return variables.contains { text.contains($0) }
    }

    private static func isWordCharacter(_ character: Character) -> Bool {
        character.isASCII && (character.isLetter || character.isNumber || character == "_")
    }
}
