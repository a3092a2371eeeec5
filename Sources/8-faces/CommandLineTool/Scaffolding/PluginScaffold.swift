internal import Pipelines
internal import Platform
internal import Representations

extension Scaffold {
    /// The languages in which a plugin can be begun.
    enum Language: String, CaseIterable, Sendable {
        case python
        case bash
        case swift
    }

    /// A plugin: its manifest with examples, which are its tests, its program, and a document for them.
    ///
    /// - Parameters:
    ///   - registry: whose stages an editor is told of, where it has not been.
    ///   - root: the workspace's folder.
    /// - Throws: `Problem` when the name cannot be one, or another stage type's is the same.
    static func plugin(
        _ name: String, _ language: Language, registry: Registry, in root: Path
    ) throws -> Scaffold {
        try check(name)
        let folder = (root == "." ? "plugins" : root.appending("plugins")).appending(Path(name))
        if Files.exists(folder) { throw Problem.invalidRequest("\(folder) is there already, and nothing was written") }
        if language == .swift, Files.exists(root.appending("Package.swift")) {
            throw Problem.invalidRequest(
                "this folder has the sources of a Swift package, whose build would take the plugin's for its own; begin "
                    + "it in a workspace, or a stage that is built in with `compass new stage`")
        }
        let files: [File] =
            switch language {
            case .python: [File(folder.appending(Path(script(name))), python(name), isExecutable: true)]
            case .bash: [File(folder.appending(Path("\(name).sh")), bash(name), isExecutable: true)]
            case .swift:
                [
                    File(folder.appending("main.swift"), swift(name)),
                    File(folder.appending("build"), build(name), isExecutable: true),
                ]
            }
        return Scaffold(
            files: [File(folder.appending("plugin.yaml"), manifest(name, language))] + files
                + [File(folder.appending("example.txt"), "Three short words.\n")] + missingSchemas(registry, in: root))
    }

    /// Python looks for modules beside the script first: one of the name of such a module would take its place. None of
    /// those has a hyphen.
    private static func script(_ name: String) -> String {
        name.contains("-") ? "\(name).py" : "\(name)-plugin.py"
    }

    private static func manifest(_ name: String, _ language: Language) -> String {
        let command =
            switch language {
            case .python: "./\(script(name))"
            case .bash: "./\(name).sh"
            case .swift: "./\(name)"
            }
        return """
            \(EditorLine.of("plugin", below: 2))
            # What Compass knows of this plugin; docs/guides/plugins.md explains every key.
            protocol: 1
            name: \(name)
            version: 0.1.0
            summary: Counts the words of a text, and rejects one that has too few.
            description: |
              What a reader of `compass stages \(name)` wants to know beyond the summary.

            # Run without a shell. What begins with `./` lies in this folder.
            command: [\(command)]
            \(language == .bash ? "# One process for each document.\npersistent: false" : "# One process takes one request after another.\npersistent: true")
            # It only looks. With `idempotent` it may change the world; then add `probe`, `preview` and `undo`.
            effect: none
            timeout: 30s

            # What a pipeline may say in `with:`.
            options:
              min-words:
                type: integer
                default: 1
                doc: Fewer words than that are rejected.

            # Facts that an earlier stage has to give, such as `mime-type`, which `detect-mime` gives.
            needs: []

            # Facts that it adds to the document, for later stages: `document.words`.
            gives:
              words: { type: integer, doc: How many words there are. }

            # Each is a test: compass plugins check \(name)
            examples:
              - title: A text with enough words.
                file: example.txt
                with: { min-words: 3 }
                outputs: { words: 3 }
              - title: A text with too few words is rejected.
                file: example.txt
                with: { min-words: 4 }
                rejected: The text has 3 words, and 4 are the least that are accepted.

            """
    }

    private static func python(_ name: String) -> String {
        #"""
        #!/usr/bin/env python3
        """Counts the words of a text.

        Takes one request after another, a line of JSON each, and answers each with lines of JSON. The last one is a
        `result`, a `rejected` (the document breaks a rule) or a `failed` (the world broke: try again).
        """

        import json
        import sys


        def contents(request):
            """The bytes of the document, which has a `path`, a `name` and a `size`."""
            with open(request["content"]["path"], "rb") as document:
                return document.read()


        def text(request):
            """Its characters, in the encoding that its beginning shows; what is no UTF-8 is read as browsers read it."""
            data = contents(request)
            for mark, encoding in [
                (b"\xef\xbb\xbf", "utf-8-sig"),
                (b"\xff\xfe\x00\x00", "utf-32"),
                (b"\x00\x00\xfe\xff", "utf-32"),
                (b"\xff\xfe", "utf-16"),
                (b"\xfe\xff", "utf-16"),
            ]:
                if data.startswith(mark):
                    return data.decode(encoding, errors="replace")
            try:
                return data.decode("utf-8")
            except UnicodeDecodeError:
                return data.decode("cp1252", errors="replace")


        def count_words(request):
            words = len(text(request).split())
            least = request["options"]["min-words"]
            if words < least:
                return {
                    "type": "rejected",
                    "kind": "too-few-words",
                    "message": f"The text has {words} words, and {least} are the least that are accepted.",
                }
            return {"type": "result", "outputs": {"words": words}}


        def main():
            for line in sys.stdin:
                request = json.loads(line)
                answer = count_words(request)
                # Says to which request the answer belongs.
                answer["id"] = request["id"]
                print(json.dumps(answer), flush=True)


        if __name__ == "__main__":
            main()

        """#
    }

    private static func bash(_ name: String) -> String {
        #"""
        #!/usr/bin/env bash
        # Counts the words of a text.
        #
        # The document is open as descriptor 3. The request stands on standard input as a line of JSON, and its options in
        # variables too: `min-words` is COMPASS_OPTION_MIN_WORDS. Each line of the answer is JSON; the last one is a
        # `result`, a `rejected` (the document breaks a rule) or a `failed` (the world broke: try again).
        set -euo pipefail

        words=$(wc -w <&3)
        least=$COMPASS_OPTION_MIN_WORDS

        if ((words < least)); then
            printf '{"type":"rejected","kind":"too-few-words","message":"The text has %d words, and %d are the least that are accepted."}\n' \
                "$words" "$least"
        else
            printf '{"type":"result","outputs":{"words":%d}}\n' "$words"
        fi

        """#
    }

    private static func swift(_ name: String) -> String {
        #"""
        // Counts the words of a text. Build it with ./build before it is used.
        //
        // Takes one request after another, a line of JSON each, and answers each with lines of JSON. The last one is a
        // `result`, a `rejected` (the document breaks a rule) or a `failed` (the world broke: try again).

        import Foundation

        struct Request: Decodable {
            struct Content: Decodable {
                let path: String
            }
            struct Options: Decodable {
                let minWords: Int
                enum CodingKeys: String, CodingKey { case minWords = "min-words" }
            }

            let id: String
            let content: Content
            let options: Options
        }

        func countWords(_ request: Request) throws -> [String: Any] {
            let bytes = try Data(contentsOf: URL(fileURLWithPath: request.content.path))
            let words = bytes.split { [UInt8(ascii: " "), 9, 10, 13].contains($0) }.count
            let least = request.options.minWords
            if words < least {
                return [
                    "type": "rejected", "kind": "too-few-words",
                    "message": "The text has \(words) words, and \(least) are the least that are accepted.",
                ]
            }
            return ["type": "result", "outputs": ["words": words]]
        }

        while let line = readLine() {
            let request = try JSONDecoder().decode(Request.self, from: Data(line.utf8))
            var answer = try countWords(request)
            // Says to which request the answer belongs.
            answer["id"] = request.id
            FileHandle.standardOutput.write(try JSONSerialization.data(withJSONObject: answer) + Data("\n".utf8))
        }

        """#
    }

    private static func build(_ name: String) -> String {
        """
        #!/bin/sh
        # Builds the plugin's program, with Swift's own libraries in it and without names for debuggers: what is larger than
        # 64 MiB is run in place and not from a copy, so that a build would change runs that go on.
        cd "$(dirname "$0")" && exec swiftc -O -static-stdlib -Xlinker -s main.swift -o \(name)

        """
    }
}
