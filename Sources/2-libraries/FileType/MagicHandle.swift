internal import CMagic
internal import Glibc
internal import Platform
internal import Synchronization

/// One `magic_t` with the database loaded; freed with this object and nowhere else.
///
/// libmagic handles are not thread-safe. `@unchecked Sendable`: a handle is used only by the thread to which `HandlePool`
/// has lent it, and the pool's lock orders one borrower after the other.
final class MagicHandle: @unchecked Sendable {
    private let handle: magic_t
    /// How much of a file libmagic looks at to find its encoding.
    private let encodingLimit: Int

    /// For each look at the encoding libmagic clears eight bytes for each byte that it may look at, which takes longer than
    /// all the rest for 64 KiB. So it first looks at the beginning only: what is no text there is none as a whole.
    private static let shortEncodingLimit = 4_096

    /// How many bytes it reads of a file at the most, as the library has it.
    private let maxBytes: Int
    /// How many it reads of the next one.
    private var byteLimit: Int
    /// What it reads at the least, so that one buffer serves most small files.
    private static let minBytes = 65_536

    /// `magic_open` and `magic_load` fill static tables of the library without a lock.
    private static let loading = Mutex(())

    /// - Parameter database: a compiled or source magic file; nil for the one that file(1) uses, which the environment
    ///   variable MAGIC and ~/.magic may replace.
    init(database: Path?) throws(FileTypeError) {
        let handle = try Self.loading.withLock { _ throws(FileTypeError) in
            // Type and encoding in one pass: libmagic needs the encoding to find the type of text anyway.
            guard let handle = magic_open(MAGIC_MIME_TYPE | MAGIC_MIME_ENCODING) else {
                throw FileTypeError(SystemError("open libmagic"))
            }
            let result = database.map { $0.withCString { magic_load(handle, $0) } } ?? magic_load(handle, nil)
            guard result == 0 else {
                defer { magic_close(handle) }
                let (code, message) = Self.error(of: handle)
                throw FileTypeError(
                    cause: .database, code: code, operation: "load the file type database",
                    message: message ?? "libmagic gave no reason",
                    remedy: database == nil
                        ? "Install the packages libmagic1 and libmagic-mgc, and check the environment variable MAGIC."
                        : nil)
            }
            return handle
        }
        let (encodings, bytes) = (
            Self.parameter(MAGIC_PARAM_ENCODING_MAX, of: handle), Self.parameter(MAGIC_PARAM_BYTES_MAX, of: handle)
        )
        self.handle = handle
        encodingLimit = encodings
        (maxBytes, byteLimit) = (bytes, bytes)
    }

    /// 0: this libmagic does not know it.
    private static func parameter(_ name: Int32, of handle: magic_t) -> Int {
        var value = 0
        return magic_getparam(handle, name, &value) == 0 ? value : 0
    }

    deinit {
        magic_close(handle)
    }

    /// Type and encoding of the file behind an open descriptor, which is read from its start.
    ///
    /// - Parameter size: the file's.
    func describe(_ descriptor: Int32, size: Int) throws(FileTypeError) -> FileType {
        setLimit(for: size)
        // Of a small file it clears no more than that, and two looks would show the same.
        if min(encodingLimit, size) > Self.shortEncodingLimit, !Self.mayBeText(descriptor) {
            let type = try describe(descriptor, encodingLimit: Self.shortEncodingLimit)
            if type.charset == nil { return type }
        }
        return try describe(descriptor, encodingLimit: encodingLimit)
    }

    /// Whether no byte at the file's beginning says that it is none, so that a short look would have to be followed by a whole
    /// one. Text in UTF-16 has such bytes, and gets both.
    private static func mayBeText(_ descriptor: Int32) -> Bool {
        withUnsafeTemporaryAllocation(byteCount: shortEncodingLimit, alignment: 1) { buffer in
            let count = pread(descriptor, buffer.baseAddress, buffer.count, 0)
            return buffer.prefix(max(count, 0)).allSatisfy { byte in
                // As libmagic's table `text_chars` has it: bell, backspace, tab, line and page ends, and escape are text.
                byte >= 0x20 && byte != 0x7F || 0x07...0x0D ~= byte || byte == 0x1B
            }
        }
    }

    private func describe(_ descriptor: Int32, encodingLimit: Int) throws(FileTypeError) -> FileType {
        var limit = encodingLimit
        // A libmagic that does not know the parameter keeps its own limit.
        if limit > 0 { magic_setparam(handle, MAGIC_PARAM_ENCODING_MAX, &limit) }
        // libmagic reads the head at the current position, and puts the position back only if it could ask for it.
        do {
            try systemCall("seek") { lseek(descriptor, 0, SEEK_SET) }
        } catch {
            throw FileTypeError(error)
        }
        errno = 0
        guard let text = magic_descriptor(handle, descriptor) else {
            let reason = errno
            let (code, message) = Self.error(of: handle)
            if code.rawValue == 0, reason == ENOMEM {
                // For the buffer that it reads into, libmagic records nothing.
                throw FileTypeError(SystemError("detect the file type", code: reason))
            }
            throw FileTypeError(
                cause: code.rawValue == 0 ? .contents : .system, code: code, operation: "detect the file type",
                message: message ?? "libmagic can make nothing of the contents")
        }
        return FileType(description: String(cString: text))
    }

    /// For each file libmagic allocates as much as it would read of the largest one, 7 MiB: of a small one nearly all of that
    /// is never touched, but malloc(3) fills the hole that it leaves with smaller pieces, so that the next one needs new
    /// room, and takes from it how much freed memory it may keep.
    private func setLimit(for size: Int) {
        // A libmagic that does not know the parameter keeps its own limit.
        if maxBytes == 0 { return }
        // One more than there is, so that what it read is all of it.
        var wanted = min(maxBytes, max(Self.minBytes, size + 1))
        if wanted == byteLimit { return }
        byteLimit = wanted
        magic_setparam(handle, MAGIC_PARAM_BYTES_MAX, &wanted)
    }

    /// Copies libmagic's number and message at once: both belong to the handle and go with the next call.
    private static func error(of handle: magic_t) -> (code: FileTypeError.Code, message: String?) {
        let code = magic_errno(handle)
        let message = magic_error(handle).map { Printable.text(String(cString: $0)) }
        return (FileTypeError.Code(rawValue: max(code, 0)), message)
    }
}
