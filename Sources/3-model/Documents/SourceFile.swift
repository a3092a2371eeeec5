internal import Glibc
public import Platform

/// A document's file: opened once, so that what is validated is what is uploaded.
public final class SourceFile: FileObjectSource {
    /// As the user or the trigger named it.
    public let path: Path
    /// Positioned reads only.
    public let descriptor: FileDescriptor
    /// As it was when it was opened.
    public let status: FileStatus

    /// What it was reached from; nil: it was named by somebody whose paths are trusted.
    private let base: TrustedFolder?
    /// What `keepBytes(upTo:)` has read.
    private let kept = Guarded<[UInt8]?>(nil)

    /// Opens a regular file that somebody has named whose paths are trusted. It never blocks: a FIFO without a writer is
    /// refused, not waited for.
    ///
    /// - Parameter tree: a symbolic link is followed when it leads to a file below its own folder or below this one.
    /// - Throws: `SourceFileError`
    public convenience init(opening path: Path, tree: Path? = nil) throws(SourceFileError) {
        do {
            let named = try FileStatus.of(path, followingLinks: false)
            if named.kind == .symbolicLink { try Self.checkLink(path, tree: tree) }
            // Opened for nothing first: opening a pipe or a device for reading has effects of its own.
            let place = try FileDescriptor.locate(path)
            try self.init(path, place, status: place.status(), base: nil)
        } catch let error as SystemError {
            throw SourceFileError(error, path: path)
        } catch let error as SourceFileError {
            throw error
        } catch {
            throw SourceFileError(.unreadable, "\(path): \(error)")
        }
    }

    /// Opens a regular file of a folder that others may write to, from that folder: a symbolic link is followed as far as
    /// `base` says in place of the file, and nowhere else. It never blocks.
    ///
    /// - Throws: `SourceFileError`
    public convenience init(opening path: Path, in base: TrustedFolder) throws(SourceFileError) {
        do {
            switch try base.place(of: path) {
            case .link(let refusal):
                throw SourceFileError(.linkLeaves, "\(path) is \(refusal). Name the file itself if it is meant.")
            case .entry(let place, let status): try self.init(path, place, status: status, base: base)
            }
        } catch let error as SystemError {
            throw SourceFileError(error, path: path)
        } catch let error as SourceFileError {
            throw error
        } catch {
            throw SourceFileError(.unreadable, "\(path): \(error)")
        }
    }

    private init(_ path: Path, _ place: FileDescriptor, status: FileStatus, base: TrustedFolder?) throws {
        guard status.kind == .regular else {
            throw SourceFileError(.notAFile, "\(path) is \(Self.describe(status.kind)), not a file.")
        }
        self.path = path
        self.base = base
        descriptor = try place.openLocated(as: path)
        self.status = try descriptor.status()
    }

    /// Its path without symbolic links in its folders; one in place of the file itself stays. As far as it can be told.
    public var realPath: Path {
        if let base { return (try? base.resolved(path)) ?? path }
        return ((try? Files.resolve(path.folder)) ?? path.folder).appending(path.name)
    }

    /// In bytes, when it was opened.
    public var size: Int64 { status.size }

    public func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int64) throws -> Int {
        do {
            return try descriptor.read(into: buffer, at: offset)
        } catch {
            throw SourceFileError(error, path: path)
        }
    }

    /// All bytes of a small file, which are kept until they are stored: so they are read once, and what was looked at is what is
    /// stored.
    ///
    /// - Returns: nil when the file has more than `limit` bytes; fewer than `size` when it has become shorter.
    /// - Throws: `SystemError`
    public func keepBytes(upTo limit: Int) throws(SystemError) -> [UInt8]? {
        if size > Int64(limit) { return nil }
        if let bytes = kept.withLock({ $0 }) { return bytes }
        let bytes = try descriptor.bytes(at: 0, count: Int(size))
        if Int64(bytes.count) == size { kept.withLock { $0 = bytes } }
        return bytes
    }

    public func takeBytes() -> [UInt8]? {
        kept.withLock { kept in
            defer { kept = nil }
            return kept
        }
    }

    /// What it costs nothing to see; `verifyUnchanged(as:)` sees more.
    ///
    /// - Throws: `SourceFileError` of code `changed` when the file was written, truncated or replaced since it was opened.
    public func verifyUnchanged() throws {
        let now: FileStatus
        do {
            now = try descriptor.status()
        } catch {
            throw SourceFileError(error, path: path)
        }
        if now.size != status.size {
            throw SourceFileError(
                .changed,
                "\(path) changed while it was being read: it had \(status.size) bytes and now has \(now.size). "
                    + "Nothing was stored; run it again once it is complete.")
        }
        if now.modified != status.modified {
            throw SourceFileError(
                .changed,
                "\(path) was written while it was being read. Nothing was stored; run it again once it is complete.")
        }
        // Renaming or deleting the file is the user's right and changes no byte; another file under its name means that
        // the user has newer bytes.
        if let named, !named.isSameFile(as: status) {
            throw SourceFileError(
                .changed,
                "\(path) was replaced by another file while it was being read. Nothing was stored; run it again.")
        }
    }

    /// What has its name now, as far as that can be told.
    private var named: FileStatus? {
        guard let base else { return try? FileStatus.of(path) }
        guard case .entry(_, let status) = try? base.place(of: path) else { return nil }
        return status
    }

    private static func checkLink(_ path: Path, tree: Path?) throws {
        let target = try Files.resolve(path)
        let roots = try [path.folder, tree].compactMap { $0 }.map { try Files.resolve($0) }
        let inside = roots.contains { root in
            root == "/" || target.bytes.starts(with: root.bytes + [UInt8(ascii: "/")])
        }
        if !inside {
            throw SourceFileError(
                .linkLeaves,
                "\(path) is a symbolic link to \(target), outside its folder and the workspace. "
                    + "Name the file itself if it is meant.")
        }
    }

    private static func describe(_ kind: FileStatus.Kind) -> String {
        switch kind {
        case .regular: "a file"
        case .folder: "a folder"
        case .symbolicLink: "a symbolic link"
        case .fifo: "a named pipe"
        case .socket: "a socket"
        case .characterDevice, .blockDevice: "a device"
        case .other: "something special"
        }
    }
}
