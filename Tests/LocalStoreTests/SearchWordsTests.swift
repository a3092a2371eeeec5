import Testing

@testable import LocalStore

@Suite struct SearchWordsTests {
    @Test(
        "words are folded, and pairs of letters where no blanks divide them",
        arguments: [
            ("Résumé, für JOSÉ", " resume fur jose "), ("成績証明書 2026年", " 成績 績証 証明 明書 書 2026 年 "),
            ("東京・大阪", " 東京 京 大阪 阪 "), ("Tシャツ", " t シャ ャツ ツ "), ("ｶﾞｷ", " ガキ キ "), ("서울대학교", " 서울 울대 대학 학교 교 "),
            ("น้ำดี", " น้ํา าดี ดี "), ("किताब", " किताब "), ("e-mail: a_b", " e mail a b "), ("\u{E000}x", " \u{E001}x "),
            ("\u{93F} क", " क "), ("🎥 !", " "), ("", " "), ("Shaq O’Neal jr", " shaq o neal oneal jr "),
            ("rock'n'roll l'été", " rock n roll rocknroll l ete lete "), ("'a' b''c d '", " a b c d "),
            ("a'成 成'a", " a 成 成 a "),
        ])
    func indexed(text: String, words: String) {
        #expect(SearchWords.indexed(text) == words)
    }

    @Test(
        "what is asked for is whole words, and at the end the beginning of one",
        arguments: [
            ("Łukasz zo", ["lukasz", "zo*"]), ("証明", ["証明*"]), ("証明書", ["証明", "明書*"]), ("年 2026", ["年*", "2026*"]),
            ("書", ["書*"]), ("2026年", ["2026", "年*"]), ("!!", []), ("", []),
            ("o'neal x", ["oneal", "x*"]), ("ONeal", ["oneal*"]), ("o’", ["o*"]), ("成'a", ["成*", "a*"]),
            ("rock'n'roll", ["rocknroll*"]),
        ] as [(String, [String])])
    func asked(text: String, words: [String]) {
        #expect(SearchWords.asked(text).map { $0.text + ($0.isBeginning ? "*" : "") } == words)
    }

    @Test("of a long search the first words are asked for")
    func long() {
        let words = SearchWords.asked(String(repeating: "game ", count: 1_000))
        #expect(words.count == 32 && words.last == SearchWord(text: "game", isBeginning: true))
        #expect(SearchWords.asked(String(repeating: "書", count: 1_000)).count == 32)
    }
}
