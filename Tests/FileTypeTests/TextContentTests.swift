import CompassTesting
import Platform
import Testing

@testable import FileType

@Suite struct TextContentTests {
    private static func inspect(_ bytes: [UInt8]) throws -> TextContent {
        try TextContent.inspect(ContainerContent(bytes))
    }

    private static func wide(_ text: String, isBigEndian: Bool = false) -> [UInt8] {
        text.utf16.flatMap { isBigEndian ? big($0) as [UInt8] : little($0) }
    }

    private static let greek: [UInt8] = [0xB8, 0xED, 0xF4, 0xF5, 0xF0, 0xEF, 0x0A, 0xC1, 0x20, 0x31, 0x39, 0x0A]
    /// "성적 A" in ISO-2022-KR.
    private static let korean: [UInt8] = Array("\u{1B}$)C\u{E}<:@{\u{F} A\n".utf8)

    @Test(
        "texts are texts, whatever their first letters are",
        arguments: [
            ("PALO ALTO HIGH SCHOOL\nOFFICIAL TRANSCRIPT\n", "us-ascii"), ("SPARTANS 2026\nName,GP\n", "us-ascii"),
            ("BPA Chapter\n", "us-ascii"), ("NP 1\n", "us-ascii"), ("CO 2026\n", "us-ascii"), ("PS 114\n", "us-ascii"),
            ("ID;Player;GP\n1;Ann;3\n", "us-ascii"), ("P1 P2 P3\n1 2 3\n", "us-ascii"), ("MZ,GP\nAnn,3\n", "us-ascii"),
            ("I made a page with a <table> of our games.\n", "us-ascii"),
            ("Name,Film\nAnn,<a href=\"https://example.com/on?x=1\">film</a>\n", "us-ascii"),
            ("Web design: the tags <script> and <table>\n", "us-ascii"), ("GPA <3.0 or >3.5\n", "us-ascii"),
            ("Grades A B C\r\n\u{1A}", "us-ascii"), ("Grades A\u{1A}\u{0}\u{0}\u{0}\u{0}", "us-ascii"),
            ("Grades\u{1} A B C\n", "us-ascii"), ("Grades\u{0} A B C\n", "us-ascii"), ("A", "us-ascii"),
            ("Sen\u{F5}r \u{1F393}\n", "utf-8"), ("\u{FEFF}Grades\n", "utf-8"), ("@ann 12\n", "us-ascii"),
            ("import os\nclass A:\n", "us-ascii"), ("<ann@example.com> wrote\n", "us-ascii"),
            ("Name,GP\nAnn,3\n\(String(repeating: "\0", count: 497))", "us-ascii"),
        ])
    func texts(text: String, charset: String) throws {
        #expect(try Self.inspect(Array(text.utf8)) == .text(charset: charset))
    }

    private static let wideTexts: [(bytes: [UInt8], charset: String)] = [
        (greek, "unknown-8bit"), (korean, "iso-2022-kr"), (Array("\u{1B}$B@.\u{1B}(B A\n".utf8), "iso-2022-jp"),
        ([0xE9, 0x74, 0xE9, 0x20, 0x32], "unknown-8bit"), ([0x90, 0xAC, 0x90, 0xD1, 0x95, 0x5C, 0x0A], "unknown-8bit"),
        (wide("Grades: A, B\nAlgebra\n"), "utf-16le"), (wide("Grades: A, B\n", isBigEndian: true), "utf-16be"),
        (wide("Βαθμοί: 19 και 20\n"), "utf-16le"), (wide("数学 A 体育 B\n", isBigEndian: true), "utf-16be"),
        (wide("\u{FEFF}数学\n"), "utf-16le"), (wide("\u{FEFF}成績\n", isBigEndian: true), "utf-16be"),
        (wide("選手の成績表、数学と体育は優\n"), "utf-16le"), (wide("選手の成績表、数学と体育は優\n", isBigEndian: true), "utf-16be"),
        (wide("スポーツ推薦の手紙。彼は三年間、毎日練習を続けた。試合でも大きな働きをした。"), "utf-16le"),
        (wide("学生成绩单。数学优，体育优。他三年来坚持训练，比赛中表现出色。", isBigEndian: true), "utf-16be"),
        (wide("Grades: A, B\nAlgebra\n") + [UInt8](repeating: 0, count: 470), "utf-16le"),
        (wide(String(repeating: "Grades: A, B\n", count: 8_000)) + [UInt8](repeating: 0, count: 3_000), "utf-16le"),
        (wide("학생성적증명서체육우수수학우수추천서"), "utf-16le"),
        ([0xFF, 0xFE, 0, 0, 0x41, 0, 0, 0, 0x0A, 0, 0, 0], "utf-32le"),
        ([0, 0, 0xFE, 0xFF, 0, 0, 0, 0x41], "utf-32be"),
    ]

    @Test("texts in other charsets are texts, with and without a mark")
    func charsets() throws {
        for (bytes, charset) in Self.wideTexts {
            #expect(try Self.inspect(bytes) == .text(charset: charset), "\(bytes)")
        }
    }

    @Test("any two or three capitals may begin a text", arguments: UInt8(ascii: "A")...UInt8(ascii: "Z"))
    func capitals(first: UInt8) throws {
        let rest = Array(" HIGH SCHOOL, PALO ALTO\nOFFICIAL TRANSCRIPT 2026\nALGEBRA II,A\n".utf8)
        let letters = UInt8(ascii: "A")...UInt8(ascii: "Z")
        let thirds = Nightly.isOn ? Array(letters) : [first]
        for second in letters {
            #expect(try Self.inspect([first, second] + rest) == .text(charset: "us-ascii"))
            for third in thirds {
                #expect(try Self.inspect([first, second, third] + rest) == .text(charset: "us-ascii"))
            }
        }
    }

    @Test(
        "what a browser, a shell or Windows would run is no plain text, in whatever charset",
        arguments: [
            ("<html><body>Hello", "text/html"), (" \t\r\n<!DOCTYPE html>", "text/html"), ("\u{B}<html>", "text/html"),
            ("<Script>alert(1)</script>", "text/html"), ("<table><tr><td>A", "text/html"),
            ("<!-- x --><img src=x>", "text/html"), ("\u{C}<body/onload=alert(1)>", "text/html"),
            ("&nbsp;<script>alert(1)</script>", "text/html"), ("Grades\n<SCRIPT src=x></SCRIPT>", "text/html"),
            ("Grades <img src=x onerror = alert(1)>", "text/html"), ("Ann,<a href='javascript:f()'>x</a>", "text/html"),
            ("<svg onload=alert(1)>", "image/svg+xml"), ("<?xml version='1.0'?><x/>", "text/xml"),
            ("#!/bin/sh\nrm x\n", "text/x-shellscript"), ("#! /usr/bin/env python3\n", "text/x-shellscript"),
            ("<?php system('x');", "text/x-php"), ("Grades\n<?php\nsystem('x');", "text/x-php"),
            ("@echo off\r\ndel x\r\n", "text/x-msdos-batch"), ("\r\n@ECHO OFF\r\n", "text/x-msdos-batch"),
            ("@powershell -c x", "text/x-msdos-batch"), ("%!PS-Adobe-3.0\n", "application/postscript"),
            ("%PDF-1.4\n1 0 obj\n", "application/pdf"), ("\r\n%PDF-1.4\n", "application/pdf"),
            ("{\\rtf1\\ansi Hello}", "text/rtf"),
        ])
    func active(text: String, mimeType: String) throws {
        let expected = TextContent.other(mimeType: mimeType)
        #expect(try Self.inspect(Array(text.utf8)) == expected)
        #expect(try Self.inspect(Array("\u{FEFF}\(text)".utf8)) == expected)
        #expect(try Self.inspect(Self.wide("\u{FEFF}" + text)) == expected)
        #expect(try Self.inspect(Self.wide(text, isBigEndian: true)) == expected)
    }

    @Test("a script at the end of a long text is found, and a program that is written in letters up to its header")
    func longTexts() throws {
        let line = Array("ALGEBRA II,A,2026\n".utf8)
        let long = (0..<20_000).flatMap { _ in line }
        #expect(try Self.inspect(long) == .text(charset: "us-ascii"))
        #expect(
            try Self.inspect(long + Array("<script>alert(1)</script>\n".utf8)) == .other(mimeType: "text/html"))
        // Fewer zeros than a block has fill it up.
        #expect(try Self.inspect(long + [UInt8](repeating: 0, count: 4_095)) == .text(charset: "us-ascii"))
        #expect(try Self.inspect(long + [UInt8](repeating: 0, count: 5_000)) == .mixed(at: 327_680))
        #expect(try Self.inspect(Array(line + [UInt8](repeating: 0, count: 4_096))) == .binary)
        var program = Array("MZ".utf8) + long
        program.replaceSubrange(60..<64, with: little(UInt32(0x0001_0A0A)))
        program.replaceSubrange(0x0001_0A0A..<0x0001_0A0E, with: Array("PE\0\0".utf8))
        #expect(
            try Self.inspect(program) == .other(mimeType: "application/vnd.microsoft.portable-executable"))
    }

    @Test(
        "files of other formats are no texts",
        arguments: [
            "clip.avi", "isom.mp4", "excel97.xls", "libreoffice.docx", "libreoffice.xlsx", "still.png", "program.exe",
            "elf-as.mp4", "quicktime-1998.mov", "clip.webm", "word97.doc",
        ] as [Path])
    func others(name: Path) throws {
        #expect(try Self.inspect(Fixtures.bytes(name)) == .binary)
        let file = try FileDescriptor.open(Fixtures.folder.appending(name), flags: 0)
        #expect(try TextContent.inspect(file) == .binary)
    }

    @Test("random bytes are no text, and no change to a text crashes a reader", arguments: 0..<(Nightly.isOn ? 4 : 1))
    func random(seed: Int) throws {
        var generator = SeededRandom(seed: UInt64(seed))
        let text = Array("PALO ALTO <script>x</script> <?php %PDF-1.4 \u{FEFF}Señora\n<a onclick=x>".utf8)
        for _ in 0..<(Nightly.isOn ? 400 : 100) {
            let bytes = (0..<Int.random(in: 200...2_000, using: &generator)).map { _ in
                UInt8.random(in: 0...255, using: &generator)
            }
            #expect(try Self.inspect(bytes) == .binary)
            let mutated = Mutation.mutate(text, using: &generator)
            _ = try Self.inspect(mutated)
            _ = try Self.inspect(
                Mutation.mutate(Self.wide(String(decoding: mutated, as: UTF8.self)), using: &generator))
            _ = PDFMark.inspect(mutated)
        }
    }

    @Test(
        "the mark of a PDF document stands at its start, behind nothing but blanks",
        arguments: [
            ("%PDF-1.4\n", PDFMark.atStart), (" %PDF-1.4\n", .atStart), ("\r\n%PDF-1.4\n", .atStart),
            ("\n\n%PDF-1.4\n", .atStart), ("\u{FEFF}\t%PDF-1.7\n", .atStart), ("\u{C}%PDF-", .atStart),
            ("@echo off\r\n%PDF-1.4\n", .behind(mimeType: "text/x-msdos-batch")),
            ("&nbsp;<script>alert(1)</script>\n%PDF-1.4\n", .behind(mimeType: "text/html")),
            ("\u{B}<html>%PDF-1.4\n", .behind(mimeType: "text/html")), ("\u{0}%PDF-1.4", .behind(mimeType: nil)),
            ("var a = 1; /*\n%PDF-1.4\n*/", .behind(mimeType: nil)), ("rm x\n%PDF-", .behind(mimeType: nil)),
            ("#!/bin/sh\n%PDF-1.4\n", .behind(mimeType: "text/x-shellscript")),
            ("MZ%PDF-1.4", .behind(mimeType: "application/vnd.microsoft.portable-executable")),
            ("\u{7F}ELF %PDF-", .behind(mimeType: "application/x-executable")),
            ("PK\u{3}\u{4} %PDF-", .behind(mimeType: "application/zip")), ("%PDF", .missing), ("", .missing),
        ])
    func portableDocuments(text: String, expected: PDFMark) throws {
        #expect(PDFMark.inspect(Array(text.utf8)) == expected)
    }
}
