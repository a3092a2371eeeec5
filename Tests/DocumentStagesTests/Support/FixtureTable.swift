extension Fixture {
    static let accepted: [Fixture] = [
        Fixture("ascii.txt", "text/plain"),
        Fixture("clip.avi", "video/x-msvideo"),
        Fixture("clip.m4v", "video/x-m4v"),
        Fixture("clip.webm", "video/webm"),
        Fixture("excel97.xls", "application/vnd.ms-excel"),
        Fixture("fragmented.mp4", "video/mp4"),
        Fixture("isom.mp4", "video/mp4"),
        Fixture("itunes.mp4", "video/x-m4v"),
        Fixture("latin1.txt", "text/plain"),
        Fixture("letter.pdf", "application/pdf"),
        Fixture("libreoffice.docx", docx),
        Fixture("libreoffice.pdf", "application/pdf"),
        Fixture("libreoffice.xlsx", xlsx),
        Fixture("mail.txt", "message/rfc822"),
        Fixture("mp4-brand.mov", "video/mp4"),
        Fixture("mp42.mp4", "video/mp4"),
        Fixture("no-summary.doc", "application/x-ole-storage"),
        Fixture("no-summary.xls", "application/x-ole-storage"),
        Fixture("openpyxl.xlsx", xlsx),
        Fixture("phone-3gp4.mp4", "video/3gpp"),
        Fixture("quicktime-1998.mov", "application/octet-stream"),
        Fixture("quicktime-as.mp4", "video/quicktime"),
        Fixture("quicktime.mov", "video/quicktime"),
        Fixture("ragged.csv", "text/plain"),
        Fixture("semicolons.csv", "text/plain"),
        Fixture("sony-msnv.mp4", "audio/mp4"),
        Fixture("sony-xavc.mp4", "application/octet-stream"),
        Fixture("stats.csv", "text/csv"),
        Fixture("still.png", "image/png"),
        Fixture("two-lines.csv", "text/plain"),
        Fixture("unusual-order.docx", "application/zip"),
        Fixture("unusual-order.xlsx", "application/zip"),
        Fixture("utf16.csv", "text/csv"),
        Fixture("utf16.txt", "text/plain"),
        Fixture("utf8-bom.txt", "text/plain"),
        Fixture("utf8.txt", "text/plain"),
        Fixture("windows1252.txt", "text/plain"),
        Fixture("word97.doc", "application/msword"),
        Fixture("xlsxwriter.xlsx", xlsx),
        Fixture("xlwt.xls", "application/vnd.ms-excel"),
    ]

    static let rejected: [Fixture] = [
        Fixture(
            "bomb.docx", docx, "suspicious-contents",
            "bomb.docx is refused as a Word document: it is a decompression bomb: it unpacks to 110009149 "
                + "bytes, 1000 times its size. Export it again from the program that made it"),
        Fixture(
            "csv-as.xls", "text/csv", "wrong-contents",
            "csv-as.xls is a table of comma-separated values (text/csv), not an Excel 97-2003 workbook: a "
                + ".xls file must contain application/vnd.ms-excel"),
        Fixture(
            "cut-off.doc", "application/x-ole-storage", "damaged-contents",
            "cut-off.doc cannot be read as a Word 97-2003 document: its directory lies beyond the end of the "
                + "file. Save or export it again"),
        Fixture(
            "cut-off.docx", docx, "damaged-contents",
            "cut-off.docx cannot be read as a Word document: its ZIP directory is missing: the file is cut "
                + "off or damaged. Save or export it again"),
        Fixture(
            "declared-bomb.xlsx", xlsx, "suspicious-contents",
            "declared-bomb.xlsx is refused as an Excel workbook: it is a decompression bomb: it unpacks to "
                + "4294918086 bytes, more than 1073741824. Export it again from the program that made it"),
        Fixture(
            "docx-as.xlsx", docx, "wrong-contents",
            "docx-as.xlsx is a Word document (\(docx)), not an Excel workbook: a .xlsx file must contain "
                + "\(xlsx)"),
        Fixture(
            "elf-as.mp4", "application/x-executable", "wrong-contents",
            "elf-as.mp4 is an executable program (application/x-executable), not a video: a .mp4 file must "
                + "contain video/mp4"),
        Fixture(
            "empty.csv", "inode/x-empty", "empty-file",
            "empty.csv is empty (0 bytes). A document needs contents."),
        Fixture(
            "empty.docx", "inode/x-empty", "empty-file",
            "empty.docx is empty (0 bytes). A document needs contents."),
        Fixture(
            "empty.mp4", "inode/x-empty", "empty-file",
            "empty.mp4 is empty (0 bytes). A document needs contents."),
        Fixture(
            "empty.pdf", "inode/x-empty", "empty-file",
            "empty.pdf is empty (0 bytes). A document needs contents."),
        Fixture(
            "excel-as.doc", "application/vnd.ms-excel", "wrong-contents",
            "excel-as.doc is an Excel 97-2003 workbook (application/vnd.ms-excel), not a Word 97-2003 "
                + "document: a .doc file must contain application/msword"),
        Fixture(
            "exe-as.mp4", "application/vnd.microsoft.portable-executable", "wrong-contents",
            "exe-as.mp4 is a Windows program (application/vnd.microsoft.portable-executable), not a video: a "
                + ".mp4 file must contain video/mp4"),
        Fixture(
            "exe-as.pdf", "application/vnd.microsoft.portable-executable", "wrong-contents",
            "exe-as.pdf is a Windows program (application/vnd.microsoft.portable-executable), not a PDF "
                + "document: a .pdf file must contain application/pdf"),
        Fixture(
            "html-as.pdf", "text/html", "wrong-contents",
            "html-as.pdf is an HTML page (text/html), not a PDF document: a .pdf file must contain "
                + "application/pdf"),
        Fixture(
            "html-as.txt", "text/html", "wrong-contents",
            "html-as.txt is an HTML page (text/html), not plain text: a .txt file must contain text/plain"),
        Fixture(
            "html-as.xls", "text/html", "wrong-contents",
            "html-as.xls is an HTML page (text/html), not an Excel 97-2003 workbook: a .xls file must contain "
                + "application/vnd.ms-excel"),
        Fixture(
            "html-with-pdf-mark.pdf", "application/pdf", "suspicious-contents",
            "html-with-pdf-mark.pdf is refused as a PDF document: it starts as an HTML page and carries the "
                + "mark of a PDF document further on. Export it again from the program that made it"),
        Fixture(
            "macros-as.docx", docx, "suspicious-contents",
            "macros-as.docx is refused as a Word document: it carries macros (word/vbaProject.bin). Export "
                + "it again from the program that made it"),
        Fixture(
            "mp4-as.avi", "video/mp4", "wrong-contents",
            "mp4-as.avi is an MP4 video (video/mp4), not an AVI video: a .avi file must contain "
                + "video/x-msvideo"),
        Fixture(
            "odt-as.docx", "application/vnd.oasis.opendocument.text", "wrong-contents",
            "odt-as.docx is an OpenDocument text (application/vnd.oasis.opendocument.text), not a Word "
                + "document: a .docx file must contain \(docx)"),
        Fixture(
            "overlap.docx", docx, "suspicious-contents",
            "overlap.docx is refused as a Word document: its part docProps/core.xml shares bytes with another "
                + "one. Export it again from the program that made it"),
        Fixture(
            "password.docx", "application/encrypted", "wrong-contents",
            "password.docx is a password-protected document (application/encrypted), not a Word document: a "
                + ".docx file must contain \(docx)"),
        Fixture(
            "pdf-as.mp4", "application/pdf", "wrong-contents",
            "pdf-as.mp4 is a PDF document (application/pdf), not a video: a .mp4 file must contain video/mp4"),
        Fixture(
            "png-as.mov", "image/png", "wrong-contents",
            "png-as.mov is a PNG image (image/png), not a video: a .mov file must contain video/quicktime"),
        Fixture(
            "program.exe", "application/vnd.microsoft.portable-executable", "wrong-contents",
            "program.exe is a Windows program (application/vnd.microsoft.portable-executable), which no "
                + "document may be"),
        Fixture(
            "rtf-as.doc", "text/rtf", "wrong-contents",
            "rtf-as.doc is a Rich Text document (text/rtf), not a Word 97-2003 document: a .doc file must "
                + "contain application/msword"),
        Fixture(
            "script-as.csv", "text/x-shellscript", "wrong-contents",
            "script-as.csv is a shell script (text/x-shellscript), not a table of comma-separated values: a "
                + ".csv file must contain text/csv or text/plain"),
        Fixture(
            "script-as.txt", "text/x-shellscript", "wrong-contents",
            "script-as.txt is a shell script (text/x-shellscript), not plain text: a .txt file must contain "
                + "text/plain"),
        Fixture(
            "script-with-pdf-mark.pdf", "text/x-shellscript", "suspicious-contents",
            "script-with-pdf-mark.pdf is refused as a PDF document: it starts as a shell script and carries the "
                + "mark of a PDF document further on. Export it again from the program that made it"),
        Fixture(
            "sound-only.mp4", "video/mp4", "wrong-contents",
            "sound-only.mp4 is a recording without pictures (video/mp4), not a video: a .mp4 file must "
                + "contain video/mp4"),
        Fixture(
            "word-as.xls", "application/msword", "wrong-contents",
            "word-as.xls is a Word 97-2003 document (application/msword), not an Excel 97-2003 workbook: a "
                + ".xls file must contain application/vnd.ms-excel"),
        Fixture(
            "xlsx-as.csv", xlsx, "wrong-contents",
            "xlsx-as.csv is an Excel workbook (\(xlsx)), not a table of comma-separated values: a .csv file "
                + "must contain text/csv or text/plain"),
        Fixture(
            "xlsx-as.docx", xlsx, "wrong-contents",
            "xlsx-as.docx is an Excel workbook (\(xlsx)), not a Word document: a .docx file must contain "
                + "\(docx)"),
        Fixture(
            "zip-as.docx", "application/zip", "wrong-contents",
            "zip-as.docx is a ZIP archive without the parts of a Word document (application/zip), not a Word "
                + "document: a .docx file must contain \(docx)"),
        Fixture(
            "zip-as.xlsx", "application/zip", "wrong-contents",
            "zip-as.xlsx is a ZIP archive without the parts of an Excel workbook (application/zip), not an "
                + "Excel workbook: a .xlsx file must contain \(xlsx)"),
    ]
}
