internal import CLinux
internal import Glibc
internal import Synchronization

/// Reads a file from front to back and leaves the page cache as it was: pages that were not there before are fetched some way
/// ahead, and dropped once they are read.
///
/// What is there is asked of mincore(2), page by page, and well ahead of what the kernel reads by itself. It is chosen over
/// cachestat(2), which only kernels from 6.5 on have, and over preadv2(2) with `RWF_NOWAIT`, which not all file systems have
/// and which starts to read. Of a file that this user may not write, mincore(2) says that all is there, and nothing is dropped.
/// Fetching and dropping are posix_fadvise(2): advice, which may do nothing.
///
/// Use it from one thread at a time.
public struct PassingRead: ~Copyable {
    private let file: FileDescriptor
    private let size: Int64
    /// nil: cannot be told, so that nothing is dropped.
    private let id: KeptPages.File?
    /// Up to where it is known what was there.
    private var looked: Int64 = 0
    /// Up to where pages were asked for.
    private var asked: Int64 = 0
    private var dropped: Int64 = 0
    /// What was not there of that which is not dropped yet, in order.
    private var absent: [Range<Int64>] = []
    private var pages: [UInt8]

    private static let page = Int64(sysconf(Int32(_SC_PAGESIZE)))
    /// What is looked at by one mapping.
    private static let window: Int64 = 16 << 20
    private static let ahead: Int64 = 8 << 20
    /// The kernel cuts longer requests down to what the device takes at once.
    private static let request: Int64 = 512 << 10
    /// The kernel holds pages in blocks of up to 2 MiB, and drops only those that lie wholly in the range that is named.
    private static let overlap: Int64 = 4 << 20

    /// - Parameter size: of the file, in bytes.
    public init(_ file: FileDescriptor, size: Int64) {
        self.file = file
        self.size = size
        id = (try? file.status()).map { KeptPages.File($0) }
        pages = [UInt8](repeating: 1, count: Int(Self.window / Self.page))
        _ = posix_fadvise(file.number, 0, 0, POSIX_FADV_SEQUENTIAL)
    }

    /// Drops what was fetched and not dropped yet, read or not.
    deinit {
        drop(from: max(0, dropped - Self.overlap), to: looked)
    }

    /// To be called before the bytes at `offset` are read.
    public mutating func prepare(_ offset: Int64) {
        let wanted = min(size, offset + Self.ahead)
        while looked < min(size, wanted + Self.window) { look() }
        while asked < wanted {
            let next = min(asked + Self.request, wanted)
            if let range = absent.first(where: { $0.upperBound > asked }), range.lowerBound < next {
                advise(asked..<next, POSIX_FADV_WILLNEED)
            }
            asked = next
        }
    }

    /// To be called when all bytes before `offset` have been read.
    public mutating func advance(to offset: Int64) {
        if offset - dropped < Self.ahead { return }
        drop(from: max(0, dropped - Self.overlap), to: offset)
        dropped = offset
        absent.removeAll { $0.upperBound <= offset - Self.overlap }
    }

    private mutating func look() {
        let count = min(Self.window, size - looked)
        let code = pages.withUnsafeMutableBufferPointer { pages in
            compass_cached_pages(file.number, looked, Int(count), pages.baseAddress)
        }
        // Of what cannot be told nothing is dropped.
        if code == 0 {
            for index in 0..<Int((count + Self.page - 1) / Self.page) where pages[index] & 1 == 0 {
                let start = looked + Int64(index) * Self.page
                if absent.last?.upperBound == start {
                    absent[absent.count - 1] = absent[absent.count - 1].lowerBound..<start + Self.page
                } else {
                    absent.append(start..<start + Self.page)
                }
            }
        }
        looked += count
    }

    private func drop(from start: Int64, to end: Int64) {
        guard let id, !KeptPages.contains(id) else { return }
        for range in absent where range.lowerBound < end && range.upperBound > start {
            advise(max(start, range.lowerBound)..<min(end, range.upperBound), POSIX_FADV_DONTNEED)
        }
    }

    private func advise(_ range: Range<Int64>, _ advice: Int32) {
        _ = posix_fadvise(file.number, off_t(range.lowerBound), off_t(range.upperBound - range.lowerBound), advice)
    }
}

/// Files whose pages stay in the page cache while they are read, since another thread of this process reads them as well and
/// is to find them there: for as long as an object of this type lives.
public final class KeptPages: Sendable {
    struct File: Hashable, Sendable {
        let device: UInt64
        let inode: UInt64

        init(_ status: FileStatus) {
            (device, inode) = (status.device, status.inode)
        }
    }

    private static let files = Mutex<[File: Int]>([:])
    private let file: File

    /// - Parameter status: of the file whose pages stay.
    public init(of status: FileStatus) {
        let file = File(status)
        self.file = file
        Self.files.withLock { $0[file, default: 0] += 1 }
    }

    deinit {
        Self.files.withLock { files in
            let others = (files[file] ?? 1) - 1
            files[file] = others == 0 ? nil : others
        }
    }

    static func contains(_ file: File) -> Bool { files.withLock { $0[file] != nil } }
}
