import CompassTesting
import Pipelines
import Testing

@Suite struct ByteSizeTests {
    @Test(
        "a size is read exactly",
        arguments: [
            ("0B", 0), ("1B", 1), ("100MB", 100_000_000), ("100MiB", 104_857_600), ("1kB", 1_000), ("1KB", 1_000),
            ("1KiB", 1_024), ("2GB", 2_000_000_000), ("2GiB", 2_147_483_648), ("3TB", 3_000_000_000_000),
            ("3TiB", 3_298_534_883_328), ("1.5GB", 1_500_000_000), ("1.5KiB", 1_536), ("0.001kB", 1),
            ("1.500MB", 1_500_000),
            ("007B", 7), ("9223372036854775807B", .max), ("9.223372036854TB", 9_223_372_036_854),
        ] as [(String, Int64)])
    func read(text: String, bytes: Int64) throws {
        #expect(try ByteSize(text).bytes == bytes)
    }

    @Test(
        "what is no size is refused with what to write",
        arguments: [
            ("100", "`100` has no unit", "write `100MB` or `100B`"),
            ("", "a size is missing", "write a number with a unit, such as `100MB`"),
            ("MB", "`MB` is not a size", "write a number with a unit, such as `100MB`"),
            ("-1MB", "a size cannot be negative", "write it without the minus: `1MB`"),
            ("--1MB", "a size cannot be negative", "write a number with a unit, such as `100MB`"),
            ("100mb", "`mb` is not a unit of size", "write `100MB`"),
            ("100M", "`M` is not a unit of size", "write `100MB`"),
            ("100 MB", "` MB` is not a unit of size", "write `100MB`"),
            ("100XB", "`XB` is not a unit of size", "units are B kB KiB MB MiB GB GiB TB TiB"),
            ("1GB5MB", "`1GB5MB` is not a size", "write it with one unit, such as `1.5GB`"),
            ("1.5B", "the size `1.5B` is not a whole number of bytes", nil), ("1..5MB", "`1..5` is not a number", nil),
            ("1.MB", "`1.` is not a number", nil),
            ("9223372036854775808B", "the size `9223372036854775808B` is too large", nil),
            ("9223373TB", "the size `9223373TB` is too large", nil),
            ("99999999999999999999TB", "the size `99999999999999999999TB` is too large", nil),
            ("１MB", "`１MB` is not a size", "write a number with a unit, such as `100MB`"),
            ("1MB\n", "`MB\\n` is not a unit of size", "units are B kB KiB MB MiB GB GiB TB TiB"),
        ])
    func refused(text: String, message: String, hint: String?) throws {
        let error = try #require(throws: LiteralError.self) { try ByteSize(text) }
        #expect((error.message, error.hint) == (message, hint))
    }

    @Test(
        "a size is printed in the shortest exact form",
        arguments: [
            (0, "0B"), (1, "1B"), (999, "999B"), (1_000, "1kB"), (1_024, "1KiB"), (1_500, "1500B"),
            (100_000_000, "100MB"),
            (104_857_600, "100MiB"), (1_500_000_000, "1500MB"), (1_024_000, "1024kB"), (1_099_511_627_776, "1TiB"),
            (9_223_372_036_854_775_807, "9223372036854775807B"),
        ] as [(Int64, String)])
    func printed(bytes: Int64, text: String) {
        #expect(ByteSize(bytes: bytes).description == text)
    }

    @Test("every printed size reads back as itself")
    func roundTrip() throws {
        var random = SeededRandom(seed: 1)
        for _ in 0..<2_000 {
            let bits = Int.random(in: 0..<63, using: &random)
            let factor = [1, 1_000, 1_024, 1_000_000].randomElement(using: &random) ?? 1
            let bytes = Int64.random(in: 0...(Int64.max >> bits) / Int64(factor), using: &random) * Int64(factor)
            #expect(try ByteSize(ByteSize(bytes: bytes).description).bytes == bytes)
        }
    }

    @Test("random text never crashes the readers of literals")
    func fuzz() {
        var random = SeededRandom(seed: 2)
        let alphabet = Array("0123456789..kKMGTiBmshd- é\u{0}")
        for _ in 0..<(Nightly.isOn ? 20_000 : 1_000) {
            let text = String(
                (0..<Int.random(in: 0..<24, using: &random)).map { _ in alphabet.randomElement(using: &random) ?? "0" })
            if let size = try? ByteSize(text) { #expect(size.bytes >= 0) }
            if let span = try? TimeSpan(text) { #expect(span.milliseconds >= 0) }
        }
    }
}
