internal import CBrotli

/// An encoder of libbrotlienc.
final class BrotliEncoder {
    private let table: UnsafePointer<compass_brotli>
    private let state: OpaquePointer

    init(quality: Int, sizeHint: Int?) throws(CompressionError) {
        table = try Self.library.get().table
        guard let state = table.pointee.CreateInstance(nil, nil, nil) else { throw .outOfMemory }
        self.state = state
        let quality = UInt32(min(max(quality, Int(BROTLI_MIN_QUALITY)), Int(BROTLI_MAX_QUALITY)))
        _ = table.pointee.SetParameter(state, BROTLI_PARAM_QUALITY, quality)
        if let sizeHint {
            _ = table.pointee.SetParameter(state, BROTLI_PARAM_SIZE_HINT, UInt32(clamping: sizeHint))
        }
    }

    deinit {
        table.pointee.DestroyInstance(state)
    }

    func run(_ bytes: [UInt8], _ step: CompressionStep) throws(CompressionError) -> [UInt8] {
        let operation =
            switch step {
            case .go: BROTLI_OPERATION_PROCESS
            case .flush: BROTLI_OPERATION_FLUSH
            case .finish: BROTLI_OPERATION_FINISH
            }
        var result: [UInt8] = []
        var hasFailed = false
        bytes.withUnsafeBufferPointer { input in
            var next = input.baseAddress
            var left = input.count
            while true {
                let piece = [UInt8](unsafeUninitializedCapacity: 65_536) { output, count in
                    var room = output.count
                    var place = output.baseAddress
                    let isSound = table.pointee.CompressStream(state, operation, &left, &next, &room, &place, nil)
                    hasFailed = isSound == BROTLI_FALSE
                    count = output.count - room
                }
                result += piece
                // Its documentation: a flush or an end is done when all is taken and nothing more comes out.
                if hasFailed || (left == 0 && table.pointee.HasMoreOutput(state) == BROTLI_FALSE) { return }
            }
        }
        // The arguments are right, so that it is memory that is missing.
        if hasFailed { throw .outOfMemory }
        return result
    }

    /// `@unchecked Sendable`: set once under Swift's own lock, and the table is never written again.
    private struct Library: @unchecked Sendable {
        let table: UnsafePointer<compass_brotli>
    }

    private static let library: Result<Library, CompressionError> = {
        let table = UnsafeMutablePointer<compass_brotli>.allocate(capacity: 1)
        table.initialize(to: compass_brotli())
        if let message = compass_brotli_load(table) {
            return .failure(.unavailable("libbrotlienc cannot be loaded: \(String(cString: message))"))
        }
        return .success(Library(table: UnsafePointer(table)))
    }()
}
