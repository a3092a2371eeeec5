internal import CLinux
internal import Glibc

/// What kind of file system a folder lies on.
public struct FileSystemKind: Sendable, Hashable {
    /// As mount(8) has it: "ext4", "nfs"; "type 0x1234" when it is not known here.
    public let name: String
    /// Whether others can change it without this machine's kernel seeing it, so that inotify(7) tells only a part.
    public let missesEvents: Bool

    /// - Parameters:
    ///   - name: as mount(8) has it.
    ///   - missesEvents: whether changes may be made that inotify(7) does not tell of.
    public init(name: String, missesEvents: Bool) {
        self.name = name
        self.missesEvents = missesEvents
    }

    /// Of the folder or file at a path, statfs(2).
    ///
    /// - Throws: `SystemError`
    public static func of(_ path: Path) throws(SystemError) -> FileSystemKind {
        var type: UInt64 = 0
        try systemCall("examine the file system of", on: path.description) {
            path.withCString { compass_file_system_type($0, &type) }
        }
        return known(type)
    }

    /// The kinds of statfs(2) that people keep documents on. An unknown one is taken for a local one: its folder is looked
    /// through from time to time in any case.
    static func known(_ type: UInt64) -> FileSystemKind {
        switch type {
        case 0x6969: remote("nfs")
        case 0x517B: remote("smb")
        case 0xFF53_4D42: remote("cifs")
        case 0xFE53_4D42: remote("smb2")
        case 0x6573_5546: remote("fuse")
        case 0x0102_1997: remote("9p")
        case 0x5346_414F, 0x6B41_4653: remote("afs")
        case 0x7375_7245: remote("coda")
        case 0x00C3_6400: remote("ceph")
        case 0x564C: remote("ncp")
        case 0x0BD0_0BD0: remote("lustre")
        case 0x1983_0326: remote("fhgfs")
        case 0x4750_4653: remote("gpfs")
        case 0x7461_636F: remote("ocfs2")
        case 0x0116_1970: remote("gfs2")
        case 0x786F_4256: remote("vboxsf")
        case 0xBACB_ACBC: remote("vmhgfs")
        case 0x7C7C_6673: remote("prl_fs")
        case 0xEF53: local("ext4")
        case 0x9123_683E: local("btrfs")
        case 0x5846_5342: local("xfs")
        case 0x0102_1994: local("tmpfs")
        case 0x794C_7630: local("overlay")
        case 0x2FC1_2FC1: local("zfs")
        case 0xF2F5_2010: local("f2fs")
        case 0xCA45_1A4E: local("bcachefs")
        case 0x4D44: local("vfat")
        case 0x2011_BAB0: local("exfat")
        case 0x7366_746E, 0x5346_544E: local("ntfs")
        case 0x5265_4973: local("reiserfs")
        case 0x3153_464A: local("jfs")
        case 0x9660: local("iso9660")
        case 0x8584_58F6: local("ramfs")
        default: local("type 0x" + String(type, radix: 16))
        }
    }

    private static func remote(_ name: String) -> FileSystemKind { FileSystemKind(name: name, missesEvents: true) }

    private static func local(_ name: String) -> FileSystemKind { FileSystemKind(name: name, missesEvents: false) }
}
