internal import CLinux
internal import Glibc

/// When a file was made, which stays with its inode whatever is written, renamed or set: with device and inode it tells a
/// file from a later one that was given the same inode.
public enum BirthTime {
    /// Nanoseconds since 1970; 0 where the file system does not tell.
    public static func of(_ file: FileDescriptor) throws(SystemError) -> Int64 {
        var born: Int64 = 0
        try systemCall("examine") { compass_birth_time(file.number, "", 1, &born) }
        return born
    }
}
