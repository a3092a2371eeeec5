import CompassTesting
import Platform
import Testing

@Suite struct FoldingTests {
    @Test(
        "a text is folded by letters, whatever its script, case, accents and form",
        arguments: [
            // Latin
            ("Łukasz Żółć", "lukasz zolc"), ("Straße nach KÖLN", "strasse nach koln"), ("STRASSE ẞ", "strasse ss"),
            ("Résumé Re\u{301}sume\u{301}", "resume resume"), ("Đặng Văn Lâm", "dang van lam"),
            ("İSTANBUL ısparta Işık", "istanbul isparta isik"),
            ("Ærø Œuvre Þór Guðmundsdóttir", "aero oeuvre thor gudmundsdottir"),
            ("Ħal Ŧ Ŋ ŉ", "hal t n n"), ("Ramil Əliyev", "ramil aliyev"),
            ("ʿAlī Hawaiʻi O’Brien", "ali hawaii o'brien"),
            // Greek and Cyrillic
            ("ΑΘΗΝΑ Αθήνα ἈΘΗΝΆ", "αθηνα αθηνα αθηνα"), ("ΟΔΥΣΣΕΎΣ Οδυσσεύς", "οδυσσευσ οδυσσευσ"), ("ᾠδή", "ωδη"),
            ("Алёна АНДРЕЙ Їжак Ґудзь", "алена андреи іжак гудзь"),
            // Armenian and Georgian
            ("ՀԱՅԱՍՏԱՆ", "հայաստան"), ("ᲗᲑᲘᲚᲘᲡᲘ თბილისი", "თბილისი თბილისი"),
            // Hebrew and Arabic
            ("שָׁלוֹם", "שלום"), ("ײִדיש", "יידיש"), ("مُحَمَّد", "محمد"), ("أحمد آدم ٱلله", "احمد ادم الله"),
            ("فاطمة مصطفى محـــمد", "فاطمه مصطفي محمد"), ("کریم علی", "كريم علي"), ("ﷲ ﻼ", "الله لا"),
            // What makes another letter stays.
            ("राम कि क़लम", "राम कि क़लम"), ("กิน น้ำ", "กิน น้ํา"), ("がき かき", "がき かき"), ("서울 한국", "서울 한국"),
            ("한국", "한국"),
            // Forms of letters and digits
            ("ＡＢＣ１２３", "abc123"), ("ｶﾞｷﾞ ｱｰ", "ガギ アー"), ("ﬁnal ﬄ ĳ ǅ", "final ffl ij dz"),
            ("Ⅷ ⓐ x² № ㍿", "viii a x2 no 株式会社"),
            ("𝐁𝟙 ℌ", "b1 h"), ("۱۲۳ ٤٥ १२", "123 45 12"), ("a\u{A0}b", "a b"),
            // What cannot be seen
            ("Zeug\u{AD}nis \u{200E}a\u{200D}b\u{FE0F}", "zeugnis ab"),
            // Of these nothing would be left.
            ("ـ", "ـ"), ("", ""), ("\u{E000}!", "\u{E000}!"),
        ])
    func folded(text: String, folded: String) {
        // Compared by their bytes: as texts, composed and decomposed ones are equal.
        #expect(Array(text.folded.unicodeScalars) == Array(folded.unicodeScalars), "\(text)")
    }

    @Test("each character folded again is the same, and so are its composed, lower-case and upper-case forms")
    func stable() {
        for value in Nightly.sample(of: 1..<(Nightly.isOn ? 0x110000 : 0x30000)) {
            guard let scalar = Unicode.Scalar(UInt32(value)) else { continue }
            let text = String(scalar)
            let folded = Array(text.folded.utf8)
            var forms = [text.folded, text.composed, text.lowercased()]
            // The capital letter of iota below another is one beside it.
            let hasIota = text.uppercased().unicodeScalars.contains("Ι")
            if !hasIota { forms.append(text.uppercased()) }
            for form in forms {
                #expect(Array(form.folded.utf8) == folded, "U+\(String(value, radix: 16)): \(form)")
            }
            #expect(!folded.contains { (0x41...0x5A).contains($0) }, "U+\(String(value, radix: 16))")
        }
    }

    @Test("names come in the order that people look for them in")
    func order() {
        let names = [
            "", "2 Spiele", "10 Spiele", "100 Spiele", "2026", "12345678901", "Ähre", "Album", "Ärzte", "Clip 2",
            "clip 02", "Clip 002", "clip 02 a", "Clip 2 b", "CLIP 10", "Clip 10a", "Éclair", "Game 2026-1-4",
            "Game 2026-01-05", "Game 2026-1-06", "Game 2026-01-6", "Łukasz", "Résumé Renée", "Rock", "Straße 9",
            "Strasse 10", "Über", "Zeugnis", "Żółć", "Αθήνα", "Яна", "成績",
        ]
        var random = SeededRandom(seed: Nightly.seed)
        let sorted = names.shuffled(using: &random).sorted {
            $0.sortKey.utf8.lexicographicallyPrecedes($1.sortKey.utf8)
        }
        #expect(sorted == names)
    }

    @Test("keys are the same when the folded texts are, and only then")
    func keys() {
        let parts = [
            "0", "1", "9", "00", "a", ":", " ", "\u{DF}", "s", "É", "2345678901", String(repeating: "7", count: 36),
        ]
        var random = SeededRandom(seed: Nightly.seed)
        var texts: [String: String] = [:]
        for _ in 0..<5_000 {
            let text = (0...Int.random(in: 0...4, using: &random)).map { _ in
                parts.randomElement(using: &random) ?? ""
            }.joined()
            let other = texts.updateValue(text.folded, forKey: text.sortKey)
            #expect(other == nil || other == text.folded, "\(text)")
            #expect(text.folded.sortKey == text.sortKey, "\(text)")
        }
    }

    @Test("the key of each text begins with one of the beginnings that a beginning of the text has")
    func beginnings() {
        for text in [
            "Clip 2", "Clip 20", "Clip 2026a", "ÉCLAIR 007", "Clip 02 of 007", "12 345",
            String(repeating: "8", count: 50),
        ] {
            for count in 0...text.count {
                let start = String(text.prefix(count))
                let beginnings = start.sortKeyBeginnings
                #expect(beginnings.contains { text.sortKey.utf8.starts(with: $0.utf8) }, "\(text), \(start)")
                #expect(!beginnings.contains { "Other 1".sortKey.utf8.starts(with: $0.utf8) } || count == 0)
            }
        }
        #expect("Clip 2".sortKeyBeginnings.first == "clip 12")
        #expect(!"Clip 2".sortKeyBeginnings.contains { "Clip 3".sortKey.hasPrefix($0) })
        #expect("Clip".sortKeyBeginnings == ["clip"])
    }
}
