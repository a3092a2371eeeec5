/// A piece of Swift source, as far as finding declarations needs to know it.
struct Token: Hashable {
    /// What it is. Operators other than "->" come byte by byte.
    enum Kind: Hashable {
        /// An identifier or a keyword.
        case word(String)
        /// An identifier in backticks, which is never a keyword; without the backticks.
        case quoted(String)
        /// `#if`, `#available`, without the "#".
        case directive(String)
        /// A number, a string or a regular expression, whatever it holds.
        case literal
        case arrow
        case symbol(Character)
    }

    let kind: Kind
    let position: Position

    /// Whether it is this punctuation mark.
    func `is`(_ symbol: Character) -> Bool { kind == .symbol(symbol) }

    /// The identifier or keyword; nil for everything else and for what stands in backticks.
    var word: String? {
        if case .word(let text) = kind { text } else { nil }
    }

    /// The identifier as it has to be spelled, backticks included.
    var identifier: String? {
        switch kind {
        case .word(let text): text
        case .quoted(let text): "`\(text)`"
        default: nil
        }
    }
}

/// A place in a file, counted from 1; columns in bytes, as the compiler counts them.
struct Position: Hashable {
    let line: Int
    let column: Int
}
