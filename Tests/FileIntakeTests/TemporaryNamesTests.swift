import FileIntake
import Platform
import Testing

@Suite struct TemporaryNamesTests {
    @Test(
        "W8: names of downloads, copies and editors are known, with the tool",
        arguments: [
            ("clip.mp4.part", "a download in progress (.part)"), ("x.PART", "a download in progress (.part)"),
            ("a.partial", "a download in progress (.partial)"),
            ("Unconfirmed 1.crdownload", "a download in progress (.crdownload)"),
            ("a.mov.download", "a download in progress (.download)"),
            ("a.opdownload", "a download in progress (.opdownload)"), ("a.aria2", "a download in progress (.aria2)"),
            ("a.mkv.!qB", "a download in progress (.!qB)"), ("a.filepart", "a transfer in progress (.filepart)"),
            ("a.tmp", "a temporary file (.tmp)"), ("a.temp", "a temporary file (.temp)"),
            (".n.mp4.Ab12Cd", "a transfer of rsync in progress"),
            (".syncthing.a.mp4.tmp", "a transfer of Syncthing in progress"),
            ("~syncthing~a.mp4.tmp", "a transfer of Syncthing in progress"),
            ("~$x.docx", "a lock of Microsoft Office (~$…)"), (".~lock.x.odt#", "a lock of LibreOffice (.~lock.…)"),
            (".nfs000000000123", "a removed file that NFS keeps (.nfs…)"),
            (".goutputstream-ABC123", "a file that a program is saving (.goutputstream-…)"),
            ("#a.txt#", "an editor's saved state (#…#)"), (".#a.txt", "a lock of an editor (.#…)"),
            ("a.txt~", "an editor's backup (…~)"), (".DS_Store", "a file of macOS (.DS_Store)"),
            ("._clip.mp4", "a companion file of macOS (._…)"), ("Thumbs.db", "a file of Windows (Thumbs.db)"),
            ("desktop.ini", "a file of Windows (desktop.ini)"), (".hidden", "a hidden name"),
            (".a.b", "a hidden name"), ("clip.mp4.reason.json", "a reason file of Compass (.reason.json)"),
            (".compass-move-1-2.tmp", "a temporary file (.tmp)"), ("clip.mp4.td", "a download in progress (.td)"),
            ("clip.mp4.xltd", "a download in progress (.xltd)"),
            ("a.pdf.idmdownload", "a download in progress (.idmdownload)"),
            ("a.pdf.fdmdownload", "a download in progress (.fdmdownload)"),
            ("a.mkv.bc!", "a download in progress (.bc!)"), ("a.mkv.JC!", "a download in progress (.jc!)"),
            ("a.pdf.dtapart", "a download in progress (.dtapart)"),
            ("a.pdf.downloading", "a download in progress (.downloading)"),
            (".letter.txt.swp", "a file that Vim is editing (.swp)"),
            ("letter.txt.swp", "a file that Vim is editing (.swp)"),
            ("ehthumbs.db", "a file of Windows (ehthumbs.db)"),
            ("Icon\r", "a file of macOS (Icon, with a carriage return)"),
        ] as [(Path, String)])
    func temporary(_ name: Path, _ reason: String) {
        #expect(TemporaryNames.reason(forFile: name) == reason)
    }

    @Test(
        "names of documents are none of these",
        arguments: [
            "clip.mp4", "part", "party.mp4", "a.part.mp4", "tmp", "#", "#1 play.mp4", "~a.txt", "a.reason.json.pdf",
            "download",
            "clip (2).MP4", "-rf", "$x", "nfs", "thumbs.db.pdf", "a.ltd", "atd", "td", "Icon", "Icon.pdf",
            "downloading",
            "swp", "a.swp.pdf",
        ] as [Path])
    func documents(_ name: Path) {
        #expect(TemporaryNames.reason(forFile: name) == nil)
    }

    @Test(
        "folders that tools keep for themselves are known",
        arguments: [
            (".stfolder", "a folder of Syncthing (.stfolder)"), (".stversions", "a folder of Syncthing (.stversions)"),
            ("@eaDir", "a folder of a Synology server (@eaDir)"), ("__MACOSX", "a folder of macOS (__MACOSX)"),
            (".Trash-1000", "a trash folder"), (".Trashes", "a trash folder"), ("$RECYCLE.BIN", "a trash folder"),
            (".Spotlight-V100", "a folder of macOS (.Spotlight-V100)"),
            (".rsync-partial", "transfers of rsync in progress (.rsync-partial)"), (".git", "a hidden name"),
            ("a.download", "a download in progress (.download)"), ("inbox", nil), ("trash", nil),
            ("@Recycle", "a trash folder"), ("#recycle", "a trash folder"), ("trashbox", "a trash folder"),
            ("Network Trash Folder", "a trash folder"), ("RECYCLER", "a trash folder"), ("@home", nil), ("#1", nil),
            ("#snapshot", "former states of a network storage (#snapshot)"), (".snapshot", "a hidden name"),
            ("@Recently-Snapshot", "former states of a network storage (@Recently-Snapshot)"),
            ("~snapshot", "former states of a network storage (~snapshot)"),
            (".@__thumb", "a hidden name"), ("@Qsync", "a folder of a QNAP server (@Qsync)"),
            ("@SynologyDrive", "a folder of a Synology server (@SynologyDrive)"),
        ] as [(Path, String?)])
    func folders(_ name: Path, _ reason: String?) {
        #expect(TemporaryNames.reason(forFolder: name) == reason)
    }
}
