import CompassTesting
import Platform
import Testing

@testable import FileType

@Suite struct PDFFileTests {
    private typealias Build = PDFBuilder

    private static func inspect(_ bytes: [UInt8]) throws -> PDFFile { try PDFFile.inspect(ContainerContent(bytes)) }
    private static func inspect(_ text: String) throws -> PDFFile { try inspect(Array(text.utf8)) }

    private static let noObject = PDFFile.damaged(reason: "no object follows its mark `%PDF-`")
    private static let noDocument = PDFFile.damaged(
        reason: "what follows its mark `%PDF-` is no part of a PDF document")
    private static let cutOff = PDFFile.damaged(
        reason: "its end (`trailer` or `startxref`) is missing: it is cut off")

    private static let whole: [String] = [
        Build.document, " \(Build.document)", "\r\n\(Build.document)", "\n\n\(Build.document)",
        "\u{FEFF}\t\(Build.document)", "\(Build.document)\n\n\0\0\0\0",
        "\(Build.document)\(String(repeating: "x", count: 100_000))",
        // Without a table, with one that is cut off, with nothing but the root.
        "%PDF-1.4\n\(Build.rest)", "%PDF-1.4\n\(Build.objects)trailer<</Root 1 0 R>>",
        "%PDF-1.4\n\(Build.objects)xref\n0 4\n0000000000 65535 f \n00000startxref\n",
        "%PDF-1.7\n1 0 obj <</Type /Catalog /Pages 2 0 R>>\nendobj\n2147483647 0 obj <</Root 1 0 R>>\nendobj\n",
        // A stream in the place of the table, objects in streams.
        """
        %PDF-1.5
        %\u{B5}
        4 0 obj
        <</Type/ObjStm/N 2/First 9/Length 2>>stream
        xx
        endstream
        endobj
        9 0 obj
        <</Type/XRef/Size 9/W[1 2 1]/Length 2>>stream
        xx
        endstream
        endobj
        """,
        // Made for the web, and cut off: the first table leads to the root.
        "%PDF-1.6\r%\u{B5}\r\n8 0 obj\r<</Linearized 1/L 9>>\rendobj\rxref\r8 1\r0000000016 00000 n\r\n"
            + "trailer\r<</Size 9/Root 1 0 R>>\rstartxref\r0\r%%EOF\r4 0 obj\r<</Length 10>>stream\r\nxxx",
        "%PDF-1.7\n\ntrailer\n<<\n/Root 1 0 R\n>>\n\n1 0 obj\n<<>>\nendobj\n%%EOF\n",
        "%PDF-1.4 1 0 obj<</Type/Catalog>>endobj \(Build.end)",
        "%PDF-1.3 -*- coding: no-conversion -*-\n\(Build.rest)", "%PDF-1.4\0\0\0\0\n\(Build.rest)",
        "%PDF-1.4\n\(String(repeating: "% a remark\n", count: 4_000))\(Build.rest)",
        "%PDF-1.4\n3 0 obj % a number\n 17 endobj\n\(Build.rest)", "%PDF-1.4\n3\n0\nobj[1 2]endobj\n\(Build.rest)",
        "%PDF-1.4\n3 0 obj\nendobj\n\(Build.rest)",
    ]

    @Test("documents are documents, also those that viewers have to mend", arguments: whole)
    func documents(text: String) throws {
        #expect(try Self.inspect(text) == .document)
    }

    @Test("a line of bytes beyond ASCII behind the mark may lack its percent sign")
    func bareMark() throws {
        let bytes = Array("%PDF-1.3\n".utf8) + [0xAE, 0xD8, 0xA7, 0xA7, 0x0A]
        #expect(try Self.inspect(bytes + Array(Build.rest.utf8)) == .document)
    }

    private static let broken: [(text: String, expected: PDFFile)] = [
        ("%PDF-1.4\n", noObject), ("%PDF-", noObject), ("%PDF-1.4\n%\u{1}\u{2}\n%%EOF\n", noObject),
        ("%PDF-1.4\(String(repeating: "\0", count: 100_000))", noObject),
        ("%PDF-1.4\nxref\n0 0\ntrailer<<>>\nstartxref\n9\n%%EOF\n", noObject),
        ("%PDF-1.4\necho owned\n", noDocument), ("%PDF-1.4\necho owned\n\(Build.rest)", noDocument),
        ("%PDF-1.4\n1 0 obj\necho owned\nendobj\n\(Build.end)", noObject),
        ("%PDF-1.4\n1 0 object\n\(Build.rest)", noObject),
        ("%PDF-1.4\n\u{7F}ELF\u{2}\u{1}\u{1}\0\0", noDocument), ("%PDF-1.4\nMZ\u{90}\0\u{3}", noDocument),
        ("%PDF-1.4\n<html><script>alert(1)</script></html>\n", noDocument),
        ("%PDF-1.4\n<html>\n\(Build.rest)", noDocument),
        ("%PDF-1.4\n12345678901 0 obj<<>>endobj\n\(Build.end)", noDocument),
        ("%PDF-1.4\n\(Build.objects)", cutOff), ("%PDF-1.4\n1 0 obj<</Type/Cat", cutOff),
        (
            "%PDF-1.4\n1 0 obj<</Length 99999>>stream\n\(String(repeating: "x", count: Nightly.isOn ? 200_000 : 70_000))",
            cutOff
        ),
    ]

    @Test("other things behind the mark are no document", arguments: broken)
    func others(text: String, expected: PDFFile) throws {
        #expect(try Self.inspect(text) == expected)
    }

    @Test("what is no PDF document at its start is none")
    func starts() throws {
        #expect(try Self.inspect("") == .other)
        #expect(try Self.inspect("Grades\n") == .other)
        #expect(try Self.inspect("#!/bin/sh\n\(Build.document)") == .behind(mimeType: "text/x-shellscript"))
    }

    @Test("a long document is known by what is in its first and last bytes, and between them only if need be")
    func longDocuments() throws {
        let pictures = String(repeating: "4 0 obj<</Length 80>>stream\n", count: Nightly.isOn ? 20_000 : 8_000)
        for text in [
            "\(Build.objects)\(pictures)\(Build.table)\(Build.end)", "\(Build.rest)\(pictures)",
            "\(Build.objects)\(pictures)trailer<</Root 1 0 R>>\(pictures)",
        ] {
            #expect(try Self.inspect("%PDF-1.4\n\(text)") == .document)
        }
        #expect(try Self.inspect("%PDF-1.4\n\(Build.objects)\(pictures)") == Self.cutOff)
    }

    @Test("a word is found wherever the pieces of a file meet", arguments: Nightly.isOn ? Array(-12...3) : [-9, -4, 0])
    func borders(offset: Int) throws {
        let piece = ContainerContent.pieceSize
        var bytes = Array("%PDF-1.4\n\(Build.objects)".utf8)
        bytes += [UInt8](repeating: 0x78, count: 3 * piece - bytes.count)
        bytes.replaceSubrange(2 * piece + offset..<2 * piece + offset + 9, with: Array("startxref".utf8))
        #expect(try Self.inspect(bytes) == .document)
        let content = ContainerContent(bytes)
        #expect(
            try content.lastPlace(of: [Array("startxref".utf8)], before: content.size) == Int64(2 * piece + offset))
        #expect(try content.lastPlace(of: [Array("startxref".utf8)], before: Int64(2 * piece + offset)) == nil)
    }

    @Test("sample documents are documents", arguments: ["letter.pdf", "libreoffice.pdf"] as [Path])
    func samples(name: Path) throws {
        let file = try FileDescriptor.open(Fixtures.folder.appending(name), flags: 0)
        #expect(try PDFFile.inspect(file) == .document)
    }

    @Test(
        "no damage to a document makes its reader crash or hang", .timeLimit(.minutes(1)),
        arguments: 0..<(Nightly.isOn ? 4 : 1))
    func fuzz(seed: Int) throws {
        var generator = SeededRandom(seed: UInt64(seed))
        let original = Array(Build.document.utf8)
        for _ in 0..<500 {
            _ = try Self.inspect(Mutation.mutate(original, using: &generator))
        }
    }
}
