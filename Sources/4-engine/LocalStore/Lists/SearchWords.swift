internal import Platform

/// The words of texts, folded (`String.folded`): as the search index has them, and those that it is asked for.
///
/// A word is a run of letters, digits and marks. Where no blanks divide words, as in Chinese, Japanese, Korean and Thai, each
/// two letters that follow each other are a word: so what stands in the middle is found. As the index has no positions, all
/// pairs of a searched text being there is what finds it. What an apostrophe alone divides is also one word: O'Neal is found as
/// `oneal` and as `neal`.
enum SearchWords {
    /// Longer searches are cut: nobody types them, and each word costs a merge.
    static let maxAsked = 32

    /// The words of a text in their order, each between blanks; so none holds a quote, a blank or NUL, and each is one token.
    static func indexed(_ text: String) -> String {
        var words = " "
        // What the stretches that go on are together.
        var whole = ""
        for stretch in stretches(of: text) {
            if !stretch.goesOn { end(&whole, in: &words) }
            guard stretch.isUndivided else {
                words += stretch.text + " "
                whole += stretch.text
                continue
            }
            let letters = stretch.letters
            for (index, letter) in letters.enumerated() {
                words += letter + (index + 1 < letters.count ? letters[index + 1] : "") + " "
            }
        }
        end(&whole, in: &words)
        return words
    }

    /// Adds what several stretches are together.
    private static func end(_ whole: inout String, in words: inout String) {
        // Of one it stands there already.
        if !whole.isEmpty, !words.hasSuffix(" \(whole) ") { words += whole + " " }
        whole = ""
    }

    /// What a document's words have to have. The last may be unfinished.
    static func asked(_ text: String) -> [SearchWord] {
        var words: [SearchWord] = []
        for stretch in stretches(of: text) {
            if stretch.goesOn, let former = words.popLast() {
                words.append(SearchWord(text: former.text + stretch.text, isBeginning: false))
                continue
            }
            guard stretch.isUndivided else {
                words.append(SearchWord(text: stretch.text, isBeginning: false))
                continue
            }
            let letters = stretch.letters
            if letters.count == 1 { words.append(SearchWord(text: letters[0], isBeginning: true)) }
            for (one, next) in zip(letters, letters.dropFirst()) {
                words.append(SearchWord(text: one + next, isBeginning: false))
            }
        }
        if words.count > maxAsked { words.removeSubrange(maxAsked...) }
        if !words.isEmpty { words[words.count - 1].isBeginning = true }
        return words
    }

    /// Letters, digits and marks without anything between them, all of scripts that divide words or all of others.
    private struct Stretch {
        let isUndivided: Bool
        /// Whether an apostrophe alone stands between it and the one before, neither being undivided.
        let goesOn: Bool
        var text = ""

        /// With the marks on them.
        var letters: [String] {
            var letters: [String] = []
            for scalar in text.unicodeScalars {
                if SearchWords.isMark(scalar), !letters.isEmpty {
                    letters[letters.count - 1].unicodeScalars.append(scalar)
                } else {
                    letters.append(String(scalar))
                }
            }
            return letters
        }
    }

    private static func stretches(of text: String) -> [Stretch] {
        var stretches: [Stretch] = []
        var isOpen = false
        var isBehindApostrophe = false
        for scalar in text.folded.unicodeScalars {
            switch scalar.properties.generalCategory {
            case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .decimalNumber,
                .letterNumber, .otherNumber, .privateUse:
                let isUndivided = Self.isUndivided(scalar)
                if !isOpen || stretches.last?.isUndivided != isUndivided {
                    let goesOn = isBehindApostrophe && !isUndivided && stretches.last?.isUndivided == false
                    stretches.append(Stretch(isUndivided: isUndivided, goesOn: goesOn))
                    isOpen = true
                }
                isBehindApostrophe = false
            case .nonspacingMark, .spacingMark, .enclosingMark:
                // One without a letter is nothing to look for.
                if !isOpen { continue }
            default:
                isBehindApostrophe = isOpen && scalar == "'"
                isOpen = false
                continue
            }
            stretches[stretches.count - 1].text.unicodeScalars.append(scalar == Facet.mark ? Facet.exchanged : scalar)
        }
        return stretches
    }

    private static func isMark(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .spacingMark, .enclosingMark: true
        default: false
        }
    }

    /// Whether a letter is of a script that writes words without blanks between them, or adds endings and makes compounds
    /// without any, as Korean does. By the blocks of Unicode.
    private static func isUndivided(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        // Thai and Lao, Myanmar, Hangul, Khmer, Tai
        case 0x0E00...0x0EFF, 0x1000...0x109F, 0x1100...0x11FF, 0x1780...0x17FF, 0x1950...0x19DF, 0x1A20...0x1AAF: true
        // Han, Kana, Bopomofo
        case 0x2E80...0x9FFF, 0xF900...0xFAFF, 0x1AFF0...0x1B2FF, 0x20000...0x3FFFF: true
        // Hangul, Myanmar, Tai
        case 0xA960...0xA97F, 0xA9E0...0xA9FF, 0xAA60...0xAADF, 0xAC00...0xD7FF: true
        default: false
        }
    }
}

/// A word that a document has to have.
struct SearchWord: Hashable {
    let text: String
    /// Whether one that begins so is enough.
    var isBeginning: Bool
}
