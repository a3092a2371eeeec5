import CompassTesting
import FoundationEssentials
import Platform
import Testing

@testable import asset_bundle

@Suite struct AssetBundleTests {
    /// What comes of files, by their names: `a.js` and so on.
    private func bundle(
        _ files: [(String, String)], from others: [(String, [(String, String)])] = []
    ) throws -> [String: String] {
        let folder = try TestFolder()
        var bundle = AssetBundle()
        for (name, contents) in others {
            for (file, text) in contents { try folder.write(Path("others/\(file)"), Array(text.utf8)) }
            try bundle.add("\(folder.path)/others", as: name)
        }
        for (name, text) in files { try folder.write(Path(name), Array(text.utf8)) }
        try bundle.add(own: files.map { "\(folder.path)/\($0.0)" })
        return Dictionary(
            uniqueKeysWithValues: bundle.assets.map { ($0.name, String(decoding: $0.content, as: UTF8.self)) })
    }

    private func path(_ name: String, _ files: [(String, String)]) throws -> String {
        let folder = try TestFolder()
        for (name, text) in files { try folder.write(Path(name), Array(text.utf8)) }
        var bundle = AssetBundle()
        try bundle.add(own: files.map { "\(folder.path)/\($0.0)" })
        return try #require(bundle.assets.first { $0.name == name }).path
    }

    @Test("style sheets: one file, in the order in which they are given")
    func styles() throws {
        let assets = try bundle([("00-a.css", "a {}\n"), ("10-b.css", "b {}\n")])
        #expect(assets == ["app.css": "a {}\nb {}\n"])
    }

    @Test("style sheets of a folder of styles: a sheet of their own, named as the folder")
    func foldersOfStyles() throws {
        let assets = try bundle([
            ("styles/00-a.css", "a {}\n"), ("styles/viewer/10-b.css", "b {}\n"), ("styles/viewer/20-c.css", "c {}\n"),
        ])
        #expect(assets == ["app.css": "a {}\n", "viewer.css": "b {}\nc {}\n"])
    }

    @Test("a script: it names what it imports when it begins, and not what it imports later")
    func imports() throws {
        let folder = try TestFolder()
        let script = "import { b } from \"./b.js\";\nimport {\n  c,\n} from \"./c.js\";\nb(() => import(\"./d.js\"));\n"
        for (name, text) in [("a.js", script), ("b.js", ""), ("c.js", ""), ("d.js", "")] {
            try folder.write(Path(name), Array(text.utf8))
        }
        var bundle = AssetBundle()
        try bundle.add(own: ["a.js", "b.js", "c.js", "d.js"].map { "\(folder.path)/\($0)" })
        #expect(bundle.assets.first { $0.name == "a.js" }?.imports == ["b.js", "c.js"])
    }

    @Test("names of assets and imports: the addresses of what they name, whose digests are those of the finished files")
    func references() throws {
        let files = [
            ("a.js", "import { b } from \"./b.js\";\nconst x = `asset:c.svg#${b}`;\nawait import(\"./b.js\");\n"),
            ("b.js", "export const b = \"asset:c.svg\";\n"), ("c.svg", "<svg/>\n"),
        ]
        let assets = try bundle(files)
        let (b, c) = (try path("b.js", files), try path("c.svg", files))
        #expect(
            assets["a.js"]
                == "import { b } from \"/assets/\(b)\";\nconst x = `/assets/\(c)#${b}`;\nawait import(\"/assets/\(b)\");\n"
        )
        #expect(assets["b.js"] == "export const b = \"/assets/\(c)\";\n")
    }

    @Test("a file that changes: it has another address, and so has what names it")
    func digests() throws {
        let former = [("a.js", "import \"./b.js\";"), ("b.js", "1;")]
        let later = [("a.js", "import \"./b.js\";"), ("b.js", "2;")]
        for name in ["a.js", "b.js"] {
            #expect(try path(name, former) == path(name, former))
            #expect(try path(name, former) != path(name, later))
        }
    }

    @Test("a folder: all files that a browser can be sent, below one address")
    func folders() throws {
        let assets = try bundle(
            [("a.js", "\"asset:fonts/\"")], from: [("fonts/", [("x.pfb", "x"), ("LICENSE", "l"), ("y.ttf", "y")])])
        #expect(assets.keys.sorted() == ["a.js", "app.css", "fonts/x.pfb", "fonts/y.ttf"])
        #expect(assets["a.js"]?.contains(#/^"/assets/fonts-[0-9a-f]{10}/"$/#) == true)
    }

    @Test("character maps: all that a PDF may name, below one address, each with those that it goes on with")
    func characterMaps() throws {
        let installed = "/usr/share/poppler/cMap"
        var bundle = AssetBundle()
        try bundle.add(characterMaps: installed)
        #expect(bundle.assets.map(\.name) == CharacterMaps.all.map { "pdf-cmaps/\($0.name)" })
        let names = Set(CharacterMaps.all.map { $0.name })
        #expect(names.count == 65)
        #expect(names.isSuperset(of: ["H", "V", "90ms-RKSJ-H", "UniGB-UTF16-H", "KSCms-UHC-H", "ETen-B5-V"]))
        #expect(Set(bundle.assets.map { $0.path.prefix("pdf-cmaps-0123456789/".utf8.count) }).count == 1)
        for map in CharacterMaps.all {
            let text = try String(contentsOfFile: "\(installed)/\(map.collection)/\(map.name)", encoding: .utf8)
            for use in text.matches(of: #/\n\/(\S+) usecmap/#) {
                #expect(names.contains(String(use.1)), "\(map.name) goes on with \(use.1)")
            }
        }
    }

    @Test("character maps that are not installed: what installs them")
    func missingCharacterMaps() throws {
        let folder = try TestFolder()
        var bundle = AssetBundle()
        do {
            try bundle.add(characterMaps: "\(folder.path)")
            Issue.record("nothing was wrong")
        } catch let problem as AssetProblem {
            let expected = "GB-EUC-H is missing; `scripts/setup build` installs what the pages are built of"
            #expect(problem.text.hasSuffix(expected), "\(problem.text)")
        }
    }

    @Test(
        "files that cannot be bundled: what is wrong and where",
        arguments: [
            ([("a.js", "x;\nimport \"./b.js\";")], "a.js:2:1: error: there is no asset `b.js`"),
            ([("a.css", "a { b: url(asset:c.png) }")], "app.css:1:1: error: there is no asset `c.png`"),
            (
                [("a.js", "import \"./b.js\";"), ("b.js", "import \"./a.js\";")],
                "a.js:1:1: error: these files need each other in a circle: a.js, b.js"
            ),
        ])
    func refused(_ files: [(String, String)], _ expected: String) {
        do {
            _ = try bundle(files)
            Issue.record("nothing was wrong")
        } catch let problem as AssetProblem {
            #expect(problem.text.hasSuffix(expected), "\(problem.text)")
        } catch {
            Issue.record("\(error)")
        }
    }
}
