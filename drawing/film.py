"""Animated pictures, made in reels: each is a part of a film, and they can be made in any order."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from PIL import GifImagePlugin, Image, ImageChops

from drawing.picture import Picture, shortened


class Frame(NamedTuple):
    """An image of the palette's colours, and for how many milliseconds it is shown."""

    image: Image.Image
    time: int


def joined(reels: Iterable[bytes], alt: str) -> Picture:
    """The reels in their order, as an animated GIF that starts again for ever."""
    return Picture(b"".join(reels) + b";", shortened(alt), "replay.gif")


def encoded(frames: Iterable[Frame], headed: bool) -> Iterator[bytes]:
    """The blocks of a GIF: the first frame whole, of each other one what is new in it.

    Frame by frame, since Pillow's own way to save an animation keeps them all in memory: a quarter of a gigabyte.
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
