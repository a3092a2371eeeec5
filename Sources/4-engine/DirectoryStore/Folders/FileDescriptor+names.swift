internal import Glibc
internal import Platform

extension FileDescriptor {
    /// The names in this folder, without "." and "..", in no order.
    func names() throws(SystemError) -> [Path] {
        // A description of its own, since reading a folder moves its position; closed by closedir(3).
        let own = try systemCall("list") { openat(number, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC) }
        guard let stream = fdopendir(own) else {
            let error = SystemError("list")
            close(own)
            throw error
        }
        defer { closedir(stream) }
        var names: [Path] = []
        while true {
            errno = 0
            guard let entry = readdir(stream) else {
                if errno != 0 { throw SystemError("list") }
                return names
            }
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { Path(cString: $0) }
            }
            if name != "." && name != ".." { names.append(name) }
        }
    }
}
