#!/usr/bin/env bash
# Tells what a video or a recording is made of.
#
# The document is open as descriptor 3, so that the request, on standard input, need not be read at all. Every word of the
# answer is a number or has passed a pattern, so that it needs no escaping.
set -euo pipefail

reject() {
    printf '{"type":"rejected","kind":"no-media","message":"The file is no video and no recording, or it is damaged."}\n'
    exit 0
}

# Lines such as `duration=1.000000` and `streams.stream.0.codec_type="video"`.
facts=$(ffprobe -v error -of flat -show_entries \
    format=duration,bit_rate:stream=codec_type,codec_name,width,height,avg_frame_rate /dev/fd/3 2>/dev/null </dev/null) ||
    reject

# The value of a key that matches a pattern; empty: there is none.
value() {
    local line
    while IFS= read -r line; do
        if [[ $line =~ ^$1=\"?([A-Za-z0-9_./:-]+)\"?$ ]]; then
            printf '%s' "${BASH_REMATCH[1]}"
            return
        fi
    done <<<"$facts"
}

# The number of the first stream of a type.
stream() {
    local line
    while IFS= read -r line; do
        if [[ $line =~ ^streams\.stream\.([0-9]+)\.codec_type=\"$1\"$ ]]; then
            printf '%s' "${BASH_REMATCH[1]}"
            return
        fi
    done <<<"$facts"
}

video=$(stream video)
audio=$(stream audio)
seconds=$(value 'format\.duration')
[[ $seconds =~ ^([0-9]+)\.([0-9]{3})[0-9]*$ ]] || reject
milliseconds=$((10#${BASH_REMATCH[1]} * 1000 + 10#${BASH_REMATCH[2]}))

video_codec='' audio_codec='' width='' height='' rate=''
if [[ -n $video ]]; then
    video_codec=$(value "streams\.stream\.$video\.codec_name")
    width=$(value "streams\.stream\.$video\.width")
    height=$(value "streams\.stream\.$video\.height")
    rate=$(value "streams\.stream\.$video\.avg_frame_rate")
fi
if [[ -n $audio ]]; then audio_codec=$(value "streams\.stream\.$audio\.codec_name"); fi
[[ -n $video_codec$audio_codec ]] || reject

word() { if [[ -n $1 ]]; then printf '"%s"' "$1"; else printf null; fi; }
number() { if [[ $1 =~ ^[0-9]+$ ]]; then printf '%s' "$1"; else printf null; fi; }

sidecar="Duration: $seconds s\\n"
if [[ -n $video ]]; then
    sidecar+="Video Codec: $video_codec\\nImage Size: ${width}x$height\\nFrame Rate: $rate\\n"
fi
if [[ -n $audio ]]; then sidecar+="Audio Codec: $audio_codec\\n"; fi
sidecar+="Bit Rate: $(value 'format\.bit_rate')\\n"

printf '{"type":"result","outputs":{"duration":%s,"video-codec":%s,"audio-codec":%s,"width":%s,"height":%s,"sidecar":"%s"}}\n' \
    "$milliseconds" "$(word "$video_codec")" "$(word "$audio_codec")" "$(number "$width")" "$(number "$height")" "$sidecar"
