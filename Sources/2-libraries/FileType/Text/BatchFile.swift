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
