/// The headers by which systems know a program, whatever its name.
enum ProgramHeader {
    /// Whether Windows would load the file as a program: the mark "MZ", and further on a header to which the first one
    /// points, since "MZ" are letters.
    ///
    /// - Throws: `SystemError`
    static func isWindowsProgram(_ content: ContainerContent) throws -> Bool {
        let head = try content.head(64)
        guard head.count == 64, head.starts(with: "MZ".utf8) || head.starts(with: "ZM".utf8) else { return false }
        let start = Int64(Bytes(head).little32(60))
        let mark = try content.read(at: start, count: 4)
        return mark == Array("PE\0\0".utf8) || ["NE", "LE", "LX"].contains { mark.starts(with: $0.utf8) }
    }
}
