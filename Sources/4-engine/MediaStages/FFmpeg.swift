internal import Documents
internal import Pipelines
internal import Platform
internal import Programs

/// ffmpeg, as all stages call it.
enum FFmpeg {
    static let program = MediaProgram(name: "ffmpeg", package: "ffmpeg")

    /// The arguments that make a film for browsers of the document.
    static func encoding(of media: MediaDescription, to name: String) -> [String] {
        var filters = ["scale='iw*sar':ih", "setsar=1"] + toneMapping(of: media)
        let (long, short) = (Playability.maxWidth, Playability.maxHeight)
        filters.append(
            "scale=w='min(iw,if(gte(iw,ih),\(long),\(short)))':h='min(ih,if(gte(iw,ih),\(short),\(long)))'"
                + ":force_original_aspect_ratio=decrease:force_divisible_by=2")
        var streams = ["-map", "0:\(media.video?.index ?? 0)"]
        if let sound = media.sound { streams += ["-map", "0:\(sound)"] }
        streams += ["-sn", "-dn", "-map_metadata", "-1", "-map_chapters", "-1"]
        return ["-v", "error", "-nostdin", "-y"] + FFprobe.source + ["-i", FFprobe.content] + streams
            + ["-vf", filters.joined(separator: ",")]
            + ["-c:v", "libx264", "-preset", "veryfast", "-profile:v", "high", "-pix_fmt", "yuv420p", "-crf", "21"]
            + ["-maxrate", "4M", "-bufsize", "8M", "-force_key_frames", "expr:gte(t,n_forced*2)", "-fpsmax", "60"]
            + ["-c:a", "aac", "-b:a", "128k", "-ac", "2", "-movflags", "+faststart", "-f", "mp4"]
            + ["-progress", "pipe:1", name]
    }

    /// Filters that bring the colours of HDR, which would be grey on a screen, to those of one: what any screen can show
    /// stays as it is, and what is brighter is brought below white. None for other films.
    static func toneMapping(of media: MediaDescription) -> [String] {
        guard let video = media.video, video.hasHighRange else { return [] }
        // Films whose colours are named by half have those that HDR has.
        let named = video.namesColours ? [] : ["setparams=color_primaries=bt2020:colorspace=bt2020nc"]
        // Colours for each pixel, since a picture with an odd number of lines has no others.
        return named + [
            "format=yuv444p10le", "zscale=t=linear:npl=100", "format=gbrpf32le", "zscale=p=bt709",
            "tonemap=tonemap=mobius:desat=0", "zscale=t=bt709:m=bt709:r=tv", "format=yuv444p",
        ]
    }

    /// Takes the lines of `-progress pipe:1`, and tells how far it is as a part of the document's bytes.
    ///
    /// - Parameter duration: of the film, in milliseconds; nil: nothing is told.
    static func progress(
        of duration: Int64?, _ file: SourceFile, _ context: StageContext
    ) -> (ArraySlice<UInt8>) -> Bool {
        let size = file.size
        return { line in
            guard let duration, duration > 0, line.starts(with: Self.time) else { return true }
            let text = String(decoding: line.dropFirst(Self.time.count), as: UTF8.self)
            guard let done = Int64(text), done > 0 else { return true }
            let part = min(1, Double(done) / (Double(duration) * 1_000))
            context.progress(Int64(Double(size) * part), size)
            return true
        }
    }

    /// In microseconds of the film, whatever the key says.
    private static let time = Array("out_time_us=".utf8)
}
