import CompassTesting
import Documents
import Pipelines
import Platform
import Testing

@testable import DocumentStages

/// Texts and PDF documents through `detect-mime` and `validate-extension`, as a pipeline has them.
@Suite struct PlainTextTests {
    private struct Sample: Sendable, CustomTestStringConvertible {
        let name: Path
        let bytes: [UInt8]
        let charset: String?
        var message: String?

        init(_ name: Path, _ bytes: [UInt8], _ charset: String?, _ message: String? = nil) {
            self.name = name
            self.bytes = bytes
            self.charset = charset
            self.message = message
        }

        init(_ name: Path, _ text: String, _ message: String? = nil) {
            self.init(name, Array(text.utf8), "us-ascii", message)
        }

        var testDescription: String { "\(name): \(String(decoding: bytes.prefix(40), as: UTF8.self))" }
    }

    private static func wide(_ text: String) -> [UInt8] { text.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] } }

    private static let portable =
        "%PDF-1.4\n%\u{0}\u{1}\u{2}\u{3}\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n"

    private static let accepted = [
        Sample("t.txt", "PALO ALTO HIGH SCHOOL\nOFFICIAL TRANSCRIPT\nAlgebra II A\n"),
        Sample("t.csv", "SPARTANS 2026\nName,GP\nAnn,3\n"), Sample("t.txt", "BP HIGH SCHOOL\n"),
        Sample("t.csv", "ID;Player;GP\n1;Ann;3\n"),
        Sample(
            "t.txt", [0xB8, 0xED, 0xF4, 0xF5, 0xF0, 0xEF, 0x0A, 0xC1, 0x20, 0x31, 0x39, 0x0A],
            "iso-8859-1"),
        Sample("t.txt", "I made a page with a <table> of our games.\n"),
        Sample("t.txt", wide("Grades: A, B\nAlgebra\n"), "utf-16le"),
        Sample("t.txt", Array("\u{1B}$)C\u{E}<:@{\u{F} A\n".utf8), "iso-2022-kr"),
        Sample("t.csv", Array("Name,GP\nAnn,3\n".utf8) + [UInt8](repeating: 0, count: 498), "us-ascii"),
        Sample("t.txt", "import os\nfrom x import y\n"),
        Sample("t.pdf", Array(("\r\n" + portable).utf8), nil),
    ]

    private static let offer = "; allowed for Transcript: .pdf, .txt, .csv"

    private static func notPlain(_ what: String, _ mimeType: String) -> String {
        "t.txt is \(what) (\(mimeType)), not plain text: a .txt file must contain text/plain" + offer
    }

    private static func notPortable(_ reason: String) -> String {
        "t.pdf is refused as a PDF document: \(reason). Export it again from the program that made it" + offer
    }

    private static func damagedPortable(_ reason: String) -> String {
        "t.pdf cannot be read as a PDF document: \(reason). Save or export it again" + offer
    }

    private static let refused = [
        Sample(
            "t.pdf", "%PDF-1.4\n",
            damagedPortable("no object follows its mark `%PDF-`")),
        Sample("t.txt", "<html><p>Hello\n", notPlain("an HTML page", "text/html")),
        Sample("t.txt", "<svg onload=alert(1)>\n", notPlain("an SVG page", "image/svg+xml")),
        Sample("t.txt", "#!/bin/sh\nrm x\n", notPlain("a shell script", "text/x-shellscript")),
        Sample(
            "t.txt", "@echo off\r\ndel x\r\n",
            notPlain("a Windows batch script", "text/x-msdos-batch")),
        Sample(
            "t.txt", "REGEDIT4\r\n[HKEY_CURRENT_USER\\x]\r\n",
            notPlain("a file of entries for the Windows registry", "text/x-ms-regedit")),
        Sample(
            "t.txt", "[InternetShortcut]\r\nURL=file:///C:/x\r\n",
            notPlain("an Internet shortcut", "application/x-mswinurl")),
        Sample(
            "t.txt", "Set s = CreateObject(\"WScript.Shell\")\r\n",
            notPlain("a script", "text/vbscript")),
        Sample(
            "t.txt", Array(String(repeating: "A,B\n", count: 16_384).utf8) + [UInt8](repeating: 1, count: 900),
            "us-ascii",
            "t.txt cannot be read as plain text: other data than text follow its byte 65536. Save or export it again"
                + offer),
        Sample("t.txt", "<?php system('x');\n", notPlain("a PHP script", "text/x-php")),
        Sample("t.txt", "%PDF-1.4\n1 0 obj\n", notPlain("a PDF document", "application/pdf")),
        Sample(
            "t.txt", "ID;PWXL;N;E\nNN;NAuto_open;ER1C1\nC;X1;Y1;K0;EEXEC(\"calc\")\nE\n",
            notPlain("a SYLK workbook", "application/x-sylk")),
        Sample(
            "t.txt", [UInt8](repeating: 0, count: 64), nil,
            notPlain("data of no known kind", "application/octet-stream")),
        Sample(
            "t.pdf", "@echo off\r\n%PDF-1.4\n",
            notPortable("it starts as a Windows batch script and carries the mark of a PDF document further on")),
        Sample(
            "t.pdf", "var a = 1; /*\n%PDF-1.4\n",
            notPortable("other things than blanks stand before the mark of a PDF document")),
    ]

    @Test("what is text is accepted as text, and what runs is refused by its name", arguments: accepted + refused)
    private func samples(sample: Sample) async throws {
        let folder = try TestFolder()
        let file = try folder.open(sample.name, sample.bytes)
        let facts = try await DetectMime(options: NoOptions()).run(.example(file))
        var options = ValidateExtension.Options()
        options.type = "transcript"
        var rules = DocumentRules.standard
        rules[.transcript].extensions += [".csv"]
        do {
            let outputs = try await ValidateExtension(options: options)
                .run(.example(file, facts: facts, rules: rules))
            #expect(sample.message == nil)
            let rules = try #require(ContentRules(extension: sample.name.fileExtension))
            #expect(outputs["mime-type"] == .string(rules.names[0]))
            #expect(outputs["charset"] == Value(sample.charset))
        } catch let error as StageError {
            #expect(error.message == sample.message)
        }
    }
}
