public import Platform

extension MovieFile {
    /// Whether a film's index stands before its pictures, so that a player can begin while the rest is still to come.
    ///
    /// - Returns: nil: it is no such film, or one that is damaged.
    /// - Throws: `SystemError`
    public static func startsFast(_ file: FileDescriptor) throws -> Bool? { try startsFast(ContainerContent(file)) }

    static func startsFast(_ content: ContainerContent) throws -> Bool? {
        var boxes = BoxReader(content)
        var position: Int64 = 0
        do {
            while case .box(let box) = try boxes.step(at: position, in: 0..<content.size) {
                switch box.type {
                case "moov": return true
                case "mdat", "moof": return false
                default: position = box.content.upperBound
                }
            }
        } catch is ContainerProblem {
            // It has more boxes than a film has.
        }
        return nil
    }
}
