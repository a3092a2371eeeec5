internal import Platform

/// What ffprobe tells of a film, a sound or a picture.
struct MediaDescription: Hashable, Sendable {
    struct Video: Hashable, Sendable {
        /// Of its stream in the file.
        var index: Int64
        var codec: String
        var pixelFormat: String?
        /// Of the coded pictures, in pixels.
        var width: Int64
        var height: Int64
        /// By how much they are turned clockwise when they are shown: 0, 90, 180 or 270.
        var rotation: Int64 = 0
        /// Pictures a second.
        var frameRate: Double?
        /// Whether its colours are those of HDR (PQ or HLG).
        var hasHighRange = false
        /// Whether it says of which colours its numbers are.
        var namesColours = true

        var isTurned: Bool { rotation == 90 || rotation == 270 }
        var shownWidth: Int64 { isTurned ? height : width }
        var shownHeight: Int64 { isTurned ? width : height }
        /// Bits of each colour; nil: the pixel format is none whose name says so.
        var depth: Int64? {
            guard let pixelFormat else { return nil }
            for (mark, depth) in [("p9", 9), ("p10", 10), ("p12", 12), ("p14", 14), ("p16", 16)] as [(String, Int64)]
            where pixelFormat.contains(mark) { return depth }
            return pixelFormat.hasPrefix("yuv") || pixelFormat.hasPrefix("rgb") || pixelFormat.hasPrefix("gray")
                ? 8 : nil
        }
    }

    /// As ffmpeg names its formats: "mov,mp4,m4a,3gp,3g2,mj2".
    var format: String
    /// In milliseconds.
    var duration: Int64?
    var video: Video?
    /// The first stream with sound that can be decoded, and its codec.
    var sound: Int64?
    var audioCodec: String?
    /// All streams with pictures or sound that can be decoded; of the pictures all, if none can.
    var decoded: [Int64]

    /// - Parameters:
    ///   - json: what ffprobe writes with `-show_format -show_streams`.
    ///   - unknown: streams that ffmpeg has no decoder for, such as the second sound of a new telephone's film.
    /// - Throws: `JSONError`
    init(json: String, unknown: Set<Int64> = []) throws(JSONError) {
        let value = try Value(json: json)
        format = value["format"]?["format_name"]?.string ?? ""
        let streams = value["streams"]?.list ?? []
        func isKnown(_ stream: Value) -> Bool { !unknown.contains(stream["index"]?.integer ?? -1) }
        let films = streams.filter { $0["codec_type"]?.string == "video" }
        let sounds = streams.filter { $0["codec_type"]?.string == "audio" && isKnown($0) }
        // A cover of a song is a stream of pictures as well.
        let pictures = films.filter { $0["disposition"]?["attached_pic"]?.integer != 1 }
        video = (pictures.first(where: isKnown) ?? pictures.first).flatMap(Video.init)
        sound = sounds.first?["index"]?.integer
        audioCodec = sounds.first?["codec_name"]?.string
        let shown = films.contains(where: isKnown) ? films.filter(isKnown) : films
        decoded = (shown + sounds).compactMap { $0["index"]?.integer }
        let seconds = ([value["format"]] + streams).compactMap { Self.number($0?["duration"]) }
        duration = seconds.first.map { Int64(clamping: ($0 * 1_000).rounded()) }
    }

    /// Whether it is one picture and no film: those formats have no length.
    var isPicture: Bool { format.hasSuffix("_pipe") || format == "image2" }

    private static func number(_ value: Value?) -> Double? {
        guard let number = value?.number ?? value?.string.flatMap(Double.init), number.isFinite, number >= 0 else {
            return nil
        }
        return number
    }
}

extension MediaDescription.Video {
    fileprivate init?(_ stream: Value) {
        guard let index = stream["index"]?.integer, let codec = stream["codec_name"]?.string,
            let width = stream["width"]?.integer,
            let height = stream["height"]?.integer, width > 0, height > 0
        else { return nil }
        self.init(index: index, codec: codec, pixelFormat: stream["pix_fmt"]?.string, width: width, height: height)
        let turned = stream["side_data_list"]?.list?.compactMap { $0["rotation"]?.number }.first ?? 0
        // ffprobe tells by how much to turn it counter-clockwise.
        rotation = ((360 - Int64(clamping: turned.rounded())) % 360 + 360) % 360
        frameRate = stream["avg_frame_rate"]?.string.flatMap(Self.rate)
        hasHighRange = ["smpte2084", "arib-std-b67"].contains(stream["color_transfer"]?.string ?? "")
        namesColours = ["color_space", "color_primaries"].allSatisfy { stream[$0]?.string ?? "unknown" != "unknown" }
    }

    /// Of a fraction such as `30000/1001`.
    private static func rate(_ text: String) -> Double? {
        let parts = text.split(separator: "/").compactMap { Double($0) }
        guard parts.count == 2, parts[0] > 0, parts[1] > 0 else { return nil }
        return (parts[0] / parts[1] * 1_000).rounded() / 1_000
    }
}

extension Int64 {
    /// The nearest whole number; the largest or smallest where it is out of range.
    fileprivate init(clamping number: Double) {
        self = number >= 9.2e18 ? .max : number <= -9.2e18 ? .min : Int64(number)
    }
}
