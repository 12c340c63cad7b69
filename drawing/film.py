"""Animated pictures, made in reels: parts of a film that can be made in any order."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple

from PIL import GifImagePlugin, Image, ImageChops

from drawing.canvas import Canvas
from drawing.colours import PANEL
from drawing.lettering import fit, wrap
from drawing.picture import Picture, shortened

SHOWN = 720
"""Width of a film in pixels; at full size it would be too large for a message."""
STRIP, SIZE, LEADING, LINES = 92, 28, 36, 2
"""The caption below a picture: height of its strip, size of the text, line height, and number of lines."""


class Frame(NamedTuple):
    """An image in the palette's colours, and how many milliseconds it is shown."""

    image: Image.Image
    time: int


def captioned(picture: Image.Image, text: str) -> Canvas:
    """Return a picture with a caption below it, cut to the room there is."""
    canvas = Canvas(picture.width, picture.height + STRIP)
    canvas.put(picture, 0, 0)
    canvas.panel(8, picture.height, picture.width - 16, STRIP - 10, PANEL, 14)
    room = picture.width - 60
    lines = wrap(text, room, SIZE)
    if len(lines) > LINES:
        lines = (*lines[: LINES - 1], fit(" ".join(lines[LINES - 1 :]), room, SIZE))
    top = picture.height + (STRIP - 10 - LEADING * (len(lines) - 1)) / 2
    for i, line in enumerate(lines):
        canvas.text(30, top + LEADING * i, line, SIZE)
    return canvas


def centred(picture: Image.Image, height: int) -> Canvas:
    """Return a picture in the middle of a frame of this height."""
    canvas = Canvas(picture.width, height)
    canvas.centre(picture, picture.width / 2, height / 2)
    return canvas


def small(canvas: Canvas, palette: Image.Image) -> Image.Image:
    """Scale the canvas to a film's width, and reduce it to the palette's colours."""
    size = SHOWN, round(canvas.image.height * SHOWN / canvas.image.width)
    image = canvas.image.resize(size, Image.Resampling.HAMMING)
    return image.quantize(palette=palette, dither=Image.Dither.NONE)


def reel_of(turns: Sequence[int], turn: int, frame: Callable[[int], Frame], last: Callable[[Frame], Frame]) -> bytes:
    """Return the part of a film that shows one turn. `turns` has the turn of each step; `frame` makes the frame of a
    step by its index. After the last step of all comes `last`, made from the frame before it.

    Raises ValueError for a turn that was not played.
    """
    begin, end = turns.index(turn), len(turns) - turns[::-1].index(turn)
    frames = [frame(step) for step in range(begin, end)]
    if end == len(turns):
        frames.append(last(frames[-1]))
    return b"".join(encoded(frames, headed=begin == 0))


def joined(reels: Iterable[bytes], alt: str) -> Picture:
    """Join the reels in their order to an animated GIF that repeats for ever."""
    return Picture(b"".join(reels) + b";", shortened(alt), "replay.gif")


def encoded(frames: Iterable[Frame], headed: bool) -> Iterator[bytes]:
    """Yield the blocks of a GIF: the first frame whole, of each later one only what has changed. `headed`: with the
    file's header.

    Frames are encoded one by one, since Pillow's own way to save an animation keeps them all in memory: a quarter of a
    gigabyte.
    """
    last: Image.Image | None = None
    for image, time in frames:
        if headed and last is None:
            yield from GifImagePlugin.getheader(image, info={"loop": 0})[0]
        if last is None:
            yield from GifImagePlugin.getdata(image, duration=time)
        else:
            delta = ImageChops.subtract_modulo(image, last)
            box = delta.getbbox() or (0, 0, 1, 1)
            part = image.crop(box)
            colours = part.histogram()
            if clear := {"transparency": colours.index(0)} if 0 in colours else {}:
                part.paste(clear["transparency"], mask=delta.crop(box).point([255, *(0,) * 255], "1"))
            yield from GifImagePlugin.getdata(part, box[:2], duration=time, disposal=1, **clear)
        last = image
