"""Videos of a drawn match: a title card, then two teams on a pitch seen from above, with the noise of a crowd."""

import math
import random
import subprocess

from PIL import Image, ImageDraw, ImageFont

RATE = 15
CARD = 2.5
FONT = "/usr/share/fonts/truetype/dejavu/DejaVuSans-Bold.ttf"
# Where the eleven stand, of a field of 1 by 1, the left team's.
SHAPE = [
    (0.05, 0.5), (0.2, 0.18), (0.17, 0.4), (0.17, 0.6), (0.2, 0.82), (0.38, 0.3), (0.34, 0.5), (0.38, 0.7), (0.5, 0.2),
    (0.54, 0.5), (0.5, 0.8),
]
# How each kind of file is encoded.
KINDS = {
    "mp4": ["-c:v", "libx264", "-preset", "veryfast", "-crf", "28", "-g", "30", "-c:a", "aac", "-b:a", "48k", "-movflags",
            "+faststart"],
    "mov": ["-c:v", "libx264", "-preset", "veryfast", "-crf", "28", "-g", "30", "-c:a", "aac", "-b:a", "48k", "-f", "mov"],
    "avi": ["-c:v", "mpeg4", "-q:v", "8", "-c:a", "mp2", "-b:a", "64k", "-f", "avi"],
    "hevc": ["-c:v", "libx265", "-preset", "ultrafast", "-crf", "30", "-tag:v", "hvc1", "-x265-params", "log-level=none",
             "-c:a", "aac", "-b:a", "48k", "-movflags", "+faststart", "-f", "mp4"],
}


def _pitch(size):
    width, height = size
    image = Image.new("RGB", size, "#2E7D32")
    draw = ImageDraw.Draw(image)
    for stripe in range(0, 12, 2):
        draw.rectangle([stripe * width / 12, 0, (stripe + 1) * width / 12, height], fill="#338A38")
    edge = height // 14
    line = {"outline": "white", "width": 2}
    draw.rectangle([edge, edge, width - edge, height - edge], **line)
    draw.line([width / 2, edge, width / 2, height - edge], fill="white", width=2)
    reach = height / 7
    draw.ellipse([width / 2 - reach, height / 2 - reach, width / 2 + reach, height / 2 + reach], **line)
    for left, right in ((edge, edge + width / 7), (width - edge - width / 7, width - edge)):
        draw.rectangle([left, height * 0.24, right, height * 0.76], **line)
    return image


def _card(size, lines):
    width, height = size
    image = Image.new("RGB", size, "#0F172A")
    draw = ImageDraw.Draw(image)
    draw.rectangle([0, height * 0.86, width, height * 0.88], fill="#F59E0B")
    for place, (text, part) in zip((0.3, 0.48, 0.62), zip(lines, (11, 20, 24))):
        font = ImageFont.truetype(FONT, height // part)
        draw.text((width / 2, height * place), text, font=font, fill="white", anchor="mm")
    return image


class _Match:
    """Players who drift about their places, and a ball that goes from one to another."""

    def __init__(self, seed):
        chance = random.Random(seed)
        self.homes = [(x, y) for x, y in SHAPE] + [(1 - x, y) for x, y in SHAPE]
        self.drift = [[chance.uniform(0.2, 1.0) for _ in range(4)] for _ in self.homes]
        self.passes = [chance.choice([5, 6, 7, 9, 9, 8, 10, 16, 17, 20]) for _ in range(200)]

    def player(self, number, time):
        (x, y), (a, b, c, d) = self.homes[number], self.drift[number]
        flow = 0.06 * math.sin(time * 0.5)
        return x + flow + 0.035 * math.sin(time * a * 2 + b * 9), y + 0.05 * math.sin(time * c * 2 + d * 9)

    def ball(self, time):
        step, part = int(time / 1.2), min(1, (time % 1.2) / 0.7)
        (x1, y1), (x2, y2) = (self.player(self.passes[step + more], time) for more in (0, 1))
        return x1 + (x2 - x1) * part, y1 + (y2 - y1) * part


def _frames(seed, lines, seconds, size):
    width, height = size
    pitch, card, match = _pitch(size), _card(size, lines), _Match(seed)
    score = ImageFont.truetype(FONT, height // 24)
    head = height / 38
    for number in range(round(seconds * RATE)):
        time = number / RATE
        if time < CARD:
            yield card.tobytes()
            continue
        image = pitch.copy()
        draw = ImageDraw.Draw(image)
        for player in range(22):
            x, y = match.player(player, time)
            x, y = x * width, y * height
            draw.ellipse([x - head, y - head, x + head, y + head], fill="#F59E0B" if player < 11 else "#1E3A8A")
            if player == 9:  # the one whom it is about
                draw.ellipse([x - 2 * head, y - 2 * head, x + 2 * head, y + 2 * head], outline="white", width=2)
        x, y = match.ball(time)
        draw.ellipse([x * width - 4, y * height - 4, x * width + 4, y * height + 4], fill="white", outline="black")
        minute = f"CED 2 - 1 OPP   {60 + int(time) // 60:02}:{int(time) % 60:02}"
        draw.rectangle([10, 10, 10 + width * 0.34, 10 + height / 13], fill="#0F172A")
        draw.text((18, 10 + height / 26), minute, font=score, fill="white", anchor="lm")
        yield image.tobytes()


def make_film(path, kind, seed, lines, seconds=20, size=(640, 360)):
    exact = ["-fflags", "+bitexact", "-flags:v", "+bitexact", "-flags:a", "+bitexact", "-map_metadata", "-1", "-threads", "1"]
    command = [
        "ffmpeg", "-nostdin", "-loglevel", "error", "-y", "-f", "rawvideo", "-pix_fmt", "rgb24", "-s", f"{size[0]}x{size[1]}",
        "-r", str(RATE), "-i", "pipe:0", "-f", "lavfi", "-i",
        f"anoisesrc=color=brown:amplitude=0.12:seed={sum(map(ord, seed))}:duration={seconds}", "-pix_fmt", "yuv420p",
        *KINDS[kind], *exact, "-shortest", str(path),
    ]
    # `-nostdin` is about keys; frames still come through the pipe.
    with subprocess.Popen(command, stdin=subprocess.PIPE) as encoder:
        for frame in _frames(seed, lines, seconds, size):
            encoder.stdin.write(frame)
        encoder.stdin.close()
        if encoder.wait() != 0:
            raise RuntimeError(f"ffmpeg could not make {path}")
