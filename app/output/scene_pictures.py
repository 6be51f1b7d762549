"""Small pictures of scenes, as the browser shows them: JPEG files, one per scene."""

import fractions
import io
import pathlib

import av
import numpy as np

FOLDER = pathlib.Path(__file__).resolve().parents[2] / "assets" / "pictures" / "scenes"
WIDTH, HEIGHT = 288, 180  # [pixels]
QUALITY = 5  # of the JPEG encoder: 2 is best and twice as large, 31 is worst


def path_of(key: str, folder: pathlib.Path = FOLDER) -> pathlib.Path:
    """Where the picture of a scene is, or would be."""
    return folder / f"{key}.jpg"


def read(key: str, folder: pathlib.Path = FOLDER) -> np.ndarray | None:
    """Picture of a scene, uint8 [height, width, 4], the top row first; None without one, or if it is damaged."""
    try:
        data = path_of(key, folder).read_bytes()
        with av.open(io.BytesIO(data), format="mjpeg") as file:
            for frame in file.decode(video=0):
                return np.ascontiguousarray(frame.to_ndarray(format="rgba"))
    except (OSError, av.FFmpegError):
        pass
    return None


def write(key: str, pixels: np.ndarray, folder: pathlib.Path = FOLDER) -> None:
    """Keep the picture of a scene.

    Args:
        key: The scene.
        pixels: uint8 [height, width, 3], the top row first, of twice the size that is kept or of that size.
        folder: Where to.
    """
    factor = pixels.shape[0] // HEIGHT
    small = pixels.reshape(HEIGHT, factor, WIDTH, factor, 3).mean(axis=(1, 3)).round().astype(np.uint8)
    encoder = av.CodecContext.create("mjpeg", "w")
    encoder.width, encoder.height, encoder.pix_fmt, encoder.time_base = (
        WIDTH,
        HEIGHT,
        "yuvj420p",
        fractions.Fraction(1, 25),
    )
    encoder.options = {"qmin": str(QUALITY), "qmax": str(QUALITY)}
    frame = av.VideoFrame.from_ndarray(small, format="rgb24")
    packets = [*encoder.encode(frame), *encoder.encode(None)]
    folder.mkdir(parents=True, exist_ok=True)
    path_of(key, folder).write_bytes(b"".join(bytes(packet) for packet in packets))
