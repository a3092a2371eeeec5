internal import CompassTesting
internal import Compression
internal import Platform
internal import Testing

/// Held against the decoders of other programs: Python's gzip, and libbrotlidec.
@Suite struct CompressionTests {
    static let kinds: [Compression] = [
        .brotli(quality: 0), .brotli(quality: 5), .brotli(quality: 11), .brotli(quality: 99), .gzip(level: 1),
        .gzip(level: 6),
        .gzip(level: 99),
    ]

    /// Texts and noise of several lengths.
    static func samples() -> [[UInt8]] {
        var random = SeededRandom(seed: 3)
        let lengths = [0, 1, 100, 65_536, Nightly.isOn ? 300_001 : 80_001]
        return lengths.flatMap { count in
            [
                Array("{\"name\": \"Höhepunkte\", \"size\": 12345}\n".utf8 + []).cycled(to: count),
                (0..<count).map { _ in UInt8(truncatingIfNeeded: random.next()) },
            ]
        }
    }

    private static let decoder = """
        import ctypes, gzip, sys
        data = open(sys.argv[2], "rb").read()
        if sys.argv[1] == "gzip":
            sys.stdout.buffer.write(gzip.decompress(data))
        else:
            library = ctypes.CDLL("libbrotlidec.so.1")
            size = ctypes.c_size_t(1 << 22)
            buffer = ctypes.create_string_buffer(size.value)
            found = library.BrotliDecoderDecompress(ctypes.c_size_t(len(data)), data, ctypes.byref(size), buffer)
            if found != 1:
                sys.exit("brotli: %d" % found)
            sys.stdout.buffer.write(buffer.raw[:size.value])
        """

    /// What another program makes of it.
    private func decode(_ bytes: [UInt8], _ compression: Compression) async throws -> [UInt8] {
        let folder = try TestFolder()
        let file = try folder.write("packed", bytes)
        let pool = WorkerPool(name: "decode", width: 1)
        return try await pool.run {
            let process = try ChildProcess(
                "/usr/bin/python3", ["-c", Path(Self.decoder), Path(compression.name), file], errors: .inherit)
            let output = try process.output?.readToEnd(limit: 8 << 20)
            #expect(try process.wait().status == 0)
            return output ?? []
        }
    }

    @Test(
        "any bytes, at once: other programs read them back",
        arguments: Nightly.isOn ? kinds : [.brotli(quality: 5), .gzip(level: 6)])
    func atOnce(_ compression: Compression) async throws {
        for sample in Nightly.some(Self.samples()) {
            #expect(try await decode(try compression.compress(sample), compression) == sample)
        }
    }

    @Test(
        "parts of any size, with flushes: the same bytes",
        arguments: Nightly.isOn ? kinds : [.brotli(quality: 5), .gzip(level: 6)])
    func stream(_ compression: Compression) async throws {
        var random = SeededRandom(seed: 5)
        for sample in Nightly.some(Self.samples()) {
            var compressor = try Compressor(compression)
            var packed: [UInt8] = []
            var rest = sample[...]
            while !rest.isEmpty {
                let part = Array(rest.prefix(random.below(70_000) + 1))
                rest = rest.dropFirst(part.count)
                packed += try compressor.add(part)
                if random.isOne(in: 3) { packed += try compressor.flush() }
            }
            packed += try compressor.finish()
            #expect(try await decode(packed, compression) == sample)
        }
    }

    @Test(
        "a flush: all that was taken can be read before the end",
        arguments: [Compression.brotli(quality: 4), .gzip(level: 4)])
    func flush(_ compression: Compression) throws {
        var compressor = try Compressor(compression)
        let event = Array("data: 1\n\n".utf8)
        // Alone, so short a text is kept back.
        var sizes: [Int] = []
        for _ in 0..<3 {
            let kept = try compressor.add(event)
            #expect(kept.count < event.count + 20)
            sizes.append(try compressor.flush().count)
        }
        #expect(sizes.allSatisfy { $0 > 0 })
        #expect(try !compressor.finish().isEmpty)
    }

    @Test("text: it becomes smaller, and the smaller the higher the quality")
    func sizes() throws {
        let text = Self.samples()[8]
        let sizes = try [Compression.gzip(level: 1), .gzip(level: 9), .brotli(quality: 11)].map {
            try $0.compress(text).count
        }
        #expect(sizes[0] * 10 < text.count)
        #expect(sizes == sizes.sorted(by: >))
        #expect(Compression.brotli(quality: 1).name == "br" && Compression.gzip(level: 1).name == "gzip")
    }
}

extension [UInt8] {
    /// Over and over, so many bytes.
    fileprivate func cycled(to count: Int) -> [UInt8] { (0..<count).map { self[$0 % self.count] } }
}
