/// MIME names in people's words.
public enum ContentNames {
    /// What contents of a MIME name are, with an article: "a PDF document".
    public static func describe(_ mimeType: String) -> String {
        let mimeType = bare(mimeType)
        if let known = known[mimeType] { return known }
        if isScript(mimeType) { return "a script" }
        let (kind, _) = split(mimeType)
        switch kind {
        case "video": return "a video"
        case "audio": return "a sound recording"
        case "image": return "an image"
        case "text", "message": return "a text"
        case "font": return "a font"
        default: return "a file of another kind"
        }
    }

    /// Whether contents of a MIME name do something when opened: programs, scripts, pages. No document type wants them,
    /// whatever its extensions.
    public static func isActive(_ mimeType: String) -> Bool {
        let mimeType = bare(mimeType)
        return programs.contains(mimeType) || isScript(mimeType) || pages.contains(mimeType)
    }

    /// libmagic adds remarks of its own: "application/x-executable, no program header".
    private static func bare(_ mimeType: String) -> String {
        String(mimeType.prefix { $0 != "," && $0 != ";" && $0 != " " })
    }

    /// Whether contents of a MIME name are a script, as far as libmagic can tell from words in a text.
    public static func isScript(_ mimeType: String) -> Bool {
        let (kind, name) = split(bare(mimeType))
        guard kind == "text" || kind == "application" else { return false }
        return scripts.contains(name) || name.hasPrefix("x-script")
    }

    private static func split(_ mimeType: String) -> (kind: Substring, name: Substring) {
        guard let slash = mimeType.firstIndex(of: "/") else { return (mimeType[...], "") }
        return (mimeType[..<slash], mimeType[mimeType.index(after: slash)...])
    }

    private static let programs: Set<String> = [
        "application/x-executable", "application/x-pie-executable", "application/x-sharedlib",
        "application/x-object", "application/x-coredump", "application/x-dosexec", "application/x-ms-dos-executable",
        "application/vnd.microsoft.portable-executable", "application/x-mach-binary", "application/java-archive",
        "application/x-java-applet", "application/x-msi", "application/vnd.ms-msi", "application/x-wine-extension-msp",
        "application/vnd.android.package-archive", "application/x-ms-shortcut", "application/vnd.ms-cab-compressed",
        "application/x-bytecode.python", "application/x-shockwave-flash", "application/vnd.adobe.flash.movie",
        "text/x-ms-regedit", "application/x-mswinurl", "application/x-desktop", "application/x-setupscript",
    ]

    private static let scripts: Set<Substring> = [
        "x-shellscript", "x-sh", "x-php", "x-perl", "x-ruby", "x-lua", "x-tcl", "x-awk", "x-gawk", "x-nawk",
        "x-msdos-batch", "javascript", "ecmascript", "x-python", "vbscript", "x-vbscript", "x-powershell",
    ]

    private static let pages: Set<String> = [
        "text/html", "application/xhtml+xml", "text/xml", "application/xml", "image/svg+xml", "application/hta",
        "application/postscript",
    ]

    private static let known: [String: String] = [
        "application/octet-stream": "data of no known kind",
        "application/x-sylk": "a SYLK workbook",
        "application/pdf": "a PDF document",
        "application/msword": "a Word 97-2003 document",
        "application/vnd.ms-excel": "an Excel 97-2003 workbook",
        "application/vnd.ms-powerpoint": "a PowerPoint presentation",
        "application/vnd.openxmlformats-officedocument.wordprocessingml.document": "a Word document",
        "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": "an Excel workbook",
        "application/vnd.openxmlformats-officedocument.presentationml.presentation": "a PowerPoint presentation",
        "application/vnd.oasis.opendocument.text": "an OpenDocument text",
        "application/vnd.oasis.opendocument.spreadsheet": "an OpenDocument spreadsheet",
        "application/encrypted": "a password-protected document",
        "application/CDFV2": "an old Office file",
        "application/x-ole-storage": "an old Office file",
        "application/json": "JSON data",
        "application/x-executable": "an executable program",
        "application/x-pie-executable": "an executable program",
        "application/x-dosexec": "a Windows program",
        "application/vnd.microsoft.portable-executable": "a Windows program",
        "application/x-mach-binary": "a macOS program",
        "application/x-sharedlib": "a program library",
        "application/java-archive": "a Java program",
        "application/x-msi": "a Windows installer",
        "application/zip": "a ZIP archive",
        "application/gzip": "a gzip archive",
        "application/x-tar": "a tar archive",
        "application/x-rar": "a RAR archive",
        "application/x-7z-compressed": "a 7-Zip archive",
        "application/postscript": "a PostScript program",
        "text/html": "an HTML page",
        "text/xml": "an XML file",
        "image/svg+xml": "an SVG page",
        "text/rtf": "a Rich Text document",
        "text/csv": "a table of comma-separated values",
        "text/plain": "plain text",
        "text/x-shellscript": "a shell script",
        "text/x-php": "a PHP script",
        "text/x-msdos-batch": "a Windows batch script",
        "text/x-ms-regedit": "a file of entries for the Windows registry",
        "application/x-mswinurl": "an Internet shortcut",
        "application/x-desktop": "a program launcher",
        "application/x-setupscript": "a Windows start script",
        "message/rfc822": "an e-mail message",
        "video/mp4": "an MP4 video",
        "video/x-m4v": "an iTunes video",
        "video/quicktime": "a QuickTime video",
        "video/x-msvideo": "an AVI video",
        "video/webm": "a WebM video",
        "video/x-matroska": "a Matroska video",
        "image/png": "a PNG image",
        "image/jpeg": "a JPEG image",
        "image/gif": "a GIF image",
        "image/heic": "a HEIC image",
    ]
}
