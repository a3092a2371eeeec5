/// Writes PDF documents, whole ones and others.
enum PDFBuilder {
    static let objects = """
        1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
        2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj
        3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]>>endobj

        """
    static let table = """
        xref
        0 4
        0000000000 65535 f\u{20}
        0000000009 00000 n\u{20}
        0000000052 00000 n\u{20}
        0000000101 00000 n\u{20}

        """
    static let end = "trailer<</Size 4/Root 1 0 R>>\nstartxref\n164\n%%EOF\n"

    static let document = "%PDF-1.4\n\(objects)\(table)\(end)"
    /// The same behind its mark, without a table.
    static let rest = "\(objects)\(end)"
}
