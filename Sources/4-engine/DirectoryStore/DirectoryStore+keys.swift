public import Documents
internal import Glibc
internal import Platform

extension DirectoryStore {
    /// The keys of all objects, sorted by bytes. Files whose names are no keys (the hidden ones among them) are not listed.
    ///
    /// - Throws: `ObjectStoreError`
    public func keys() async throws -> [ObjectKey] {
        try place.verify()
        return try doing("list the objects") { () throws(SystemError) in
            var keys: [ObjectKey] = []
            var pending: [(folder: Folder, prefix: String)] = [(folders.root, "")]
            while let (folder, prefix) = pending.popLast() {
                for name in try folder.names() {
                    guard name.isText, let key = ObjectKey(prefix + name.text) else { continue }
                    let file: FileDescriptor
                    do throws(SystemError) {
                        file = try folder.open(name, flags: O_RDONLY | O_NONBLOCK | O_NOCTTY)
                    } catch {
                        // Deleted meanwhile, a symbolic link, or a socket: no object.
                        if [ENOENT, ELOOP, ENXIO].contains(error.code) { continue }
                        throw error
                    }
                    switch try file.status().kind {
                    case .regular: keys.append(key)
                    case .folder: pending.append((Folder(file), key.text + "/"))
                    default: break
                    }
                }
            }
            return keys.sorted { $0.text.utf8.lexicographicallyPrecedes($1.text.utf8) }
        }
    }
}
