/// Memory that is read into, hashed and written.
///
/// `@unchecked Sendable`: `count` is set before the buffer is handed to the hasher, and the bytes are only read until it
/// comes back.
final class Buffer: @unchecked Sendable {
    let all: UnsafeMutableRawBufferPointer
    /// Bytes in use.
    var count = 0

    /// Not initialised: pages that are never filled cost nothing.
    init(size: Int) {
        all = .allocate(byteCount: size, alignment: 4_096)
    }

    deinit {
        all.deallocate()
    }

    var capacity: Int { all.count }
    var filled: UnsafeRawBufferPointer { UnsafeRawBufferPointer(rebasing: all[..<count]) }
}
