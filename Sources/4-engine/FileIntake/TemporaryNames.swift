public import Platform

/// Names that files and folders have while a tool works on them, and those that systems leave: never documents. Letters
/// match in either case.
public enum TemporaryNames {
    /// Why a file of that name is left alone, for people: "a download in progress (.part)"; nil: it is not.
    ///
    /// - Parameter name: the last part of its path.
    public static func reason(forFile name: Path) -> String? {
        let bytes = lowercased(name)
        if let reason = files[bytes] { return reason }
        if let found = beginnings.first(where: { bytes.starts(with: $0.bytes) }) { return found.reason }
        if let found = endings.first(where: { bytes.count > $0.bytes.count && bytes.ends(with: $0.bytes) }) {
            return found.reason
        }
        if bytes.first == UInt8(ascii: "#"), bytes.last == UInt8(ascii: "#"), bytes.count > 1 {
            return "an editor's saved state (#…#)"
        }
        if bytes.first == UInt8(ascii: ".") {
            return isOfRsync(name.bytes) ? "a transfer of rsync in progress" : "a hidden name"
        }
        return nil
    }

    /// Why a folder of that name is not looked into, for people; nil: it is.
    ///
    /// - Parameter name: the last part of its path.
    public static func reason(forFolder name: Path) -> String? {
        let bytes = lowercased(name)
        if let reason = folders[bytes] { return reason }
        if bytes.starts(with: ".trash".utf8) { return "a trash folder" }
        if bytes.ends(with: Array(".download".utf8)) { return "a download in progress (.download)" }
        return bytes.first == UInt8(ascii: ".") ? "a hidden name" : nil
    }

    private struct Part {
        let bytes: [UInt8]
        let reason: String

        init(_ text: String, _ reason: String) {
            bytes = Array(text.utf8)
            self.reason = reason
        }
    }

    private static let files = table([
        ".ds_store": "a file of macOS (.DS_Store)", "thumbs.db": "a file of Windows (Thumbs.db)",
        "desktop.ini": "a file of Windows (desktop.ini)", "ehthumbs.db": "a file of Windows (ehthumbs.db)",
        "icon\r": "a file of macOS (Icon, with a carriage return)",
    ])

    private static let beginnings = [
        Part("._", "a companion file of macOS (._…)"), Part("~$", "a lock of Microsoft Office (~$…)"),
        Part(".~lock.", "a lock of LibreOffice (.~lock.…)"), Part(".nfs", "a removed file that NFS keeps (.nfs…)"),
        Part(".goutputstream-", "a file that a program is saving (.goutputstream-…)"),
        Part(".syncthing.", "a transfer of Syncthing in progress"),
        Part("~syncthing~", "a transfer of Syncthing in progress"), Part(".#", "a lock of an editor (.#…)"),
    ]

    private static let endings = [
        Part(".part", "a download in progress (.part)"), Part(".partial", "a download in progress (.partial)"),
        Part(".crdownload", "a download in progress (.crdownload)"),
        Part(".download", "a download in progress (.download)"),
        Part(".opdownload", "a download in progress (.opdownload)"),
        Part(".aria2", "a download in progress (.aria2)"), Part(".!qb", "a download in progress (.!qB)"),
        Part(".!ut", "a download in progress (.!ut)"), Part(".bc!", "a download in progress (.bc!)"),
        Part(".jc!", "a download in progress (.jc!)"), Part(".td", "a download in progress (.td)"),
        Part(".xltd", "a download in progress (.xltd)"), Part(".dtapart", "a download in progress (.dtapart)"),
        Part(".idmdownload", "a download in progress (.idmdownload)"),
        Part(".fdmdownload", "a download in progress (.fdmdownload)"),
        Part(".downloading", "a download in progress (.downloading)"),
        Part(".swp", "a file that Vim is editing (.swp)"), Part(".filepart", "a transfer in progress (.filepart)"),
        Part(".tmp", "a temporary file (.tmp)"), Part(".temp", "a temporary file (.temp)"),
        Part(".reason.json", "a reason file of Compass (.reason.json)"), Part("~", "an editor's backup (…~)"),
    ]

    private static let folders = table([
        ".stfolder": "a folder of Syncthing (.stfolder)", ".stversions": "a folder of Syncthing (.stversions)",
        "@eadir": "a folder of a Synology server (@eaDir)", "#recycle": "a trash folder",
        "@recycle": "a trash folder", "trashbox": "a trash folder", "network trash folder": "a trash folder",
        "recycler": "a trash folder", "recycled": "a trash folder",
        "#snapshot": "former states of a network storage (#snapshot)",
        "@recently-snapshot": "former states of a network storage (@Recently-Snapshot)",
        "~snapshot": "former states of a network storage (~snapshot)",
        "@__thumb": "a folder of a QNAP server (@__thumb)", "@transcode": "a folder of a QNAP server (@Transcode)",
        "@qsync": "a folder of a QNAP server (@Qsync)", "@tmp": "a folder of a Synology server (@tmp)",
        "@synologydrive": "a folder of a Synology server (@SynologyDrive)",
        "@synologydrivesharesync": "a folder of a Synology server (@SynologyDriveShareSync)",
        "temporary items": "a folder of macOS (Temporary Items)",
        "__macosx": "a folder of macOS (__MACOSX)", ".spotlight-v100": "a folder of macOS (.Spotlight-V100)",
        ".rsync-partial": "transfers of rsync in progress (.rsync-partial)",
        ".rsync-tmp": "transfers of rsync in progress (.rsync-tmp)", "$recycle.bin": "a trash folder",
        "system volume information": "a folder of Windows (System Volume Information)",
        "lost+found": "a folder of the file system (lost+found)",
    ])

    private static func table(_ reasons: [String: String]) -> [[UInt8]: String] {
        Dictionary(uniqueKeysWithValues: reasons.map { (Array($0.key.utf8), $0.value) })
    }

    private static func lowercased(_ name: Path) -> [UInt8] {
        name.bytes.map { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) ? $0 | 0x20 : $0 }
    }

    /// `.NAME.Ab12Cd`, as rsync calls what it receives.
    private static func isOfRsync(_ name: [UInt8]) -> Bool {
        guard let dot = name.lastIndex(of: UInt8(ascii: ".")), dot > 1, name.count - dot == 7 else { return false }
        return name[(dot + 1)...].allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "a")...UInt8(ascii: "z"):
                true
            default: false
            }
        }
    }
}

extension [UInt8] {
    fileprivate func ends(with suffix: [UInt8]) -> Bool { self.suffix(suffix.count).elementsEqual(suffix) }
}
