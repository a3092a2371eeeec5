public import Glibc

/// Users of the system, by the C library's database.
public enum Account {
    /// The name of a user id; nil: it has none.
    public static func name(of id: uid_t) -> String? {
        read {
            getpwuid_r(id, $0, $1, $2, $3)
        } body: {
            String(cString: $0.pw_name)
        }
    }

    /// The name of the user that this process acts as: the effective one; where it has no name, its number, such as "1000".
    public static var ofProcess: String {
        let id = geteuid()
        return name(of: id) ?? "\(id)"
    }

    /// The id of a name; nil: there is no such user.
    public static func id(of name: String) -> uid_t? {
        read {
            getpwnam_r(name, $0, $1, $2, $3)
        } body: {
            $0.pw_uid
        }
    }

    private typealias Entry = UnsafeMutablePointer<passwd>
    private typealias Found = UnsafeMutablePointer<UnsafeMutablePointer<passwd>?>

    private static func read<Result>(
        _ look: (Entry, UnsafeMutablePointer<CChar>, Int, Found) -> Int32, body: (passwd) -> Result
    ) -> Result? {
        withUnsafeTemporaryAllocation(of: CChar.self, capacity: 16_384) { buffer in
            guard let start = buffer.baseAddress else { return nil }
            var entry = passwd()
            var found: UnsafeMutablePointer<passwd>?
            guard look(&entry, start, buffer.count, &found) == 0, let found else { return nil }
            return body(found.pointee)
        }
    }
}
