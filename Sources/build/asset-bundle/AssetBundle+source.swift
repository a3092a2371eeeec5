internal import Compression
internal import Digests

extension AssetBundle {
    /// Swift source that declares `EmbeddedAsset.all`. Contents are Base64 in literals, which compile at once, where arrays of
    /// numbers take minutes.
    func source() throws -> String {
        var text = """
            // Made by asset-bundle from the files in Assets/ and from pdf.js.

            extension EmbeddedAsset {
                static let all: [EmbeddedAsset] = [

            """
        for asset in assets.sorted(by: { $0.name < $1.name }) {
            let gzip = Base64.encode(try Compression.gzip(level: 9).compress(asset.content))
            let brotli = Base64.encode(try Compression.brotli(quality: 11).compress(asset.content))
            text += """
                        EmbeddedAsset(
                            name: "\(asset.name)", path: "\(asset.path)", mediaType: "\(asset.mediaType)",
                            size: \(asset.content.count), imports: \(asset.imports),
                            gzip: "\(gzip)",
                            brotli: "\(brotli)"),

                """
        }
        return text + "    ]\n}\n"
    }
}
