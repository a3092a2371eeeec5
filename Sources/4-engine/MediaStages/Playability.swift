/// Whether every browser plays a film as it is.
enum Playability {
    static let maxWidth: Int64 = 1_920
    static let maxHeight: Int64 = 1_080

    /// Why it has to be made anew; nil: it plays everywhere.
    ///
    /// - Parameter startsFast: see `MovieFile.startsFast`.
    static func obstacle(_ media: MediaDescription, startsFast: Bool?) -> String? {
        guard let video = media.video else { return "it has no pictures" }
        guard media.format.split(separator: ",").contains("mp4") else { return "it is no MP4 video" }
        guard video.codec == "h264" else { return "its pictures are coded in \(video.codec)" }
        guard video.pixelFormat == "yuv420p" || video.pixelFormat == "yuvj420p" else {
            return "its pictures have the format \(video.pixelFormat ?? "of an unknown kind")"
        }
        if let audio = media.audioCodec, audio != "aac", audio != "mp3" { return "its sound is coded in \(audio)" }
        let (long, short) = (max(video.shownWidth, video.shownHeight), min(video.shownWidth, video.shownHeight))
        guard long <= maxWidth, short <= maxHeight else {
            return "its pictures are larger than \(maxWidth) × \(maxHeight)"
        }
        return startsFast == true ? nil : "its index stands at its end"
    }
}
