internal import Diagnostics
internal import Pipelines
internal import Platform
internal import Representations

extension CrashResult {
    /// As people read it; each line ends in a newline.
    func text(_ style: Style) -> String {
        let title = Printable.text("\(pipeline): \(test)")
        guard !hasPassed else {
            return "\(style.green("ok")) \(title): killed at \(boundaries) boundaries, "
                + "every end the same\n"
        }
        var text =
            "\(style.red("FAILED")) \(style.bold(title)): \(differences.count) of \(boundaries) "
            + "boundaries lead to another end\n"
        for difference in differences {
            text += "  killed at boundary \(difference.boundary) (\(difference.name)):\n"
            for line in difference.missing { text += style.red("   - \(Printable.text(line))") + "\n" }
            for line in difference.unexpected { text += style.green("   + \(Printable.text(line))") + "\n" }
            text += "   again, in a copy of the workspace: \(Printable.text(again(difference)))\n"
        }
        return text
    }
}
