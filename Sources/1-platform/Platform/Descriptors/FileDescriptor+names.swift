extension FileDescriptor {
    /// The names in this folder, without "." and "..", in no order; for folders that fit into memory.
    ///
    /// - Throws: `SystemError`
    public func names() throws(SystemError) -> [Path] {
        let reader = try FolderReader(self, path: ".")
        var names: [Path] = []
        while let entry = try reader.next() { names.append(entry.name) }
        return names
    }
}
