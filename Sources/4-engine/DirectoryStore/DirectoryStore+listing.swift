public import Documents
internal import Glibc
internal import Platform

extension DirectoryStore: ObjectListing {
    public func forEachPage(
        of size: Int, _ body: ([ListedObject]) async throws -> Void
    ) async throws -> Int {
        var page: [ListedObject] = []
        var foreign = 0
        try place.verify()
        let owners = try entries(of: ".")
        while let owner = try doing("list the objects", { () throws(SystemError) in try owners.next() }) {
            guard owner.isFolder, ObjectKey(owner.name.text) != nil else {
                foreign += owner.isHidden ? 0 : 1
                continue
            }
            let types = try entries(of: owner.name)
            while let type = try doing("list the objects", { () throws(SystemError) in try types.next() }) {
                let folder = owner.name.appending(type.name)
                guard type.isFolder, DocumentType(rawValue: type.name.text) != nil else {
                    foreign += type.isHidden ? 0 : 1
                    continue
                }
                let files = try entries(of: folder)
                while let file = try doing("list the objects", { () throws(SystemError) in try files.next() }) {
                    let key = ObjectKey(folder.appending(file.name).text)
                    guard file.status.kind == .regular, let key, key.isOfUpload else {
                        foreign += file.isHidden ? 0 : 1
                        continue
                    }
                    page.append(
                        ListedObject(
                            key: key, size: file.status.size,
                            modified: Timestamp(microseconds: file.status.modified / 1_000)))
                    if page.count == size {
                        try await body(page)
                        page = []
                    }
                }
            }
        }
        if !page.isEmpty { try await body(page) }
        return foreign
    }

    private func entries(of folder: Path) throws(ObjectStoreError) -> Entries {
        try doing("list the objects") { () throws(SystemError) in
            let open = try folders.root.folder(folder)
            return Entries(folder: open, reader: try FolderReader(open, path: root.appending(folder)))
        }
    }

    /// What a folder holds, with what each entry is.
    private struct Entries {
        struct Entry {
            let name: Path
            let status: FileStatus

            var isFolder: Bool { status.kind == .folder }
            var isHidden: Bool { name.bytes.first == UInt8(ascii: ".") }
        }

        let folder: Folder
        let reader: FolderReader

        func next() throws(SystemError) -> Entry? {
            while let (name, _) = try reader.next() {
                // One that is not there any more went meanwhile.
                if let status = try folder.status(of: name) { return Entry(name: name, status: status) }
            }
            return nil
        }
    }
}

extension ObjectKey {
    /// Whether it has the form that uploads give theirs: `{owner}/{type}/{timestamp}_{name}`.
    fileprivate var isOfUpload: Bool {
        let segments = segments
        guard segments.count == 3, DocumentType(rawValue: segments[1]) != nil else { return false }
        let parts = segments[2].split(separator: "_", maxSplits: 1, omittingEmptySubsequences: false)
        return parts.count == 2 && !parts[0].isEmpty && parts[0].utf8.allSatisfy { (0x30...0x39).contains($0) }
    }
}

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
