import Platform

/// Small files of real kinds, made here so that each test sees its bytes.
enum Samples {
    /// A PDF with one page; `seed` makes its bytes differ.
    static func pdf(_ seed: Int = 0, padding: Int = 0) -> [UInt8] {
        let text = "BT /F1 24 Tf 72 700 Td (Transcript \(seed)) Tj ET"
        let objects = [
            "<< /Type /Catalog /Pages 2 0 R >>", "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
            "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << >> >>",
            "<< /Length \(text.utf8.count) >>\nstream\n\(text)\nendstream",
            "<< /Length \(padding) >>\nstream\n\(String(repeating: "x", count: padding))\nendstream",
        ]
        var bytes = Array("%PDF-1.4\n".utf8)
        var offsets: [Int] = []
        for (index, object) in objects.enumerated() {
            offsets.append(bytes.count)
            bytes += "\(index + 1) 0 obj\n\(object)\nendobj\n".utf8
        }
        let table = bytes.count
        bytes += "xref\n0 \(objects.count + 1)\n0000000000 65535 f \n".utf8
        for offset in offsets {
            let digits = String(offset)
            bytes += "\(String(repeating: "0", count: 10 - digits.utf8.count))\(digits) 00000 n \n".utf8
        }
        bytes += "trailer << /Size \(objects.count + 1) /Root 1 0 R >>\nstartxref\n\(table)\n%%EOF\n".utf8
        return bytes
    }

    /// What every tool takes for a whole MP4: its first box, an index with one track of pictures, and media data of `payload`
    /// bytes.
    ///
    /// - Parameter isWhole: without it the index is missing, as while a camera still writes.
    static func mp4(_ seed: UInt8 = 0, payload: Int = 1_000, isWhole: Bool = true) -> [UInt8] {
        func box(_ type: String, _ contents: [UInt8]) -> [UInt8] {
            let size = UInt32(contents.count + 8)
            return [UInt8(size >> 24), UInt8(size >> 16 & 255), UInt8(size >> 8 & 255), UInt8(size & 255)]
                + Array(type.utf8) + contents
        }
        let handler = box("hdlr", [UInt8](repeating: 0, count: 8) + Array("vide".utf8) + [0, 0, 0, 0])
        let index = box("moov", box("trak", box("mdia", handler)))
        return box("ftyp", Array("isom".utf8) + [0, 0, 2, 0] + Array("isomiso2avc1mp41".utf8))
            + (isWhole ? index : []) + box("mdat", [UInt8](repeating: seed, count: payload))
    }

    /// A film that can be played, the one of the shipped pipelines' tests; `seed` makes its bytes differ.
    static func film(_ seed: UInt8 = 0) throws -> [UInt8] {
        let clip = Path(#filePath).folder.appending("../../pipelines/fixtures/clip.mp4")
        return try Files.read(clip, limit: 1 << 20) + [0, 0, 0, 9] + Array("free".utf8) + [seed]
    }
}
