import Platform

/// Splits a line as a shell does, as far as our examples need it: spaces, single and double quotes.
enum ShellWords {
    static func split(_ line: String) -> [Path] {
        var words: [Path] = []
        var word: String?
        var quote: Character?
        for character in line {
            if character == quote {
                quote = nil
            } else if quote == nil, character == "'" || character == "\"" {
                quote = character
                word = word ?? ""
            } else if quote == nil, character == " " {
                if let finished = word { words.append(Path(finished)) }
                word = nil
            } else {
                word = (word ?? "") + String(character)
            }
        }
        return words + (word.map { [Path($0)] } ?? [])
    }
}
