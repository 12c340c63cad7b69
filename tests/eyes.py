"""Luminance and contrast of colours, also as colour-blind people see them."""

from __future__ import annotations

from drawing.colours import Colour

EYES = {
    "as most": (1, 0, 0, 0, 1, 0, 0, 0, 1),
    "without red": (0.152286, 1.052583, -0.204868, 0.114503, 0.786281, 0.099216, -0.003882, -0.048116, 1.051998),
    "without green": (0.367322, 0.860646, -0.227968, 0.280085, 0.672501, 0.047413, -0.01182, 0.04294, 0.968881),
    "without blue": (1.255528, -0.076749, -0.178779, -0.078411, 0.930809, 0.147602, 0.004733, 0.691367, 0.3039),
}
"""For each kind of colour vision the matrix (row by row) that is applied to linear RGB (Machado, Oliveira and Fernandes
2009, severity 1)."""


def linear(value: int) -> float:
    share = value / 255
    return share / 12.92 if share <= 0.04045 else ((share + 0.055) / 1.055) ** 2.4


def luminance(colour: Colour, eyes: str) -> float:
    """Return the relative luminance of the colour, from 0 to 1, as these eyes (a key of `EYES`) see it."""
    light, matrix = [linear(value) for value in colour], EYES[eyes]
    seen = (sum(matrix[3 * row + i] * light[i] for i in range(3)) for row in range(3))
    red, green, blue = (min(1.0, max(0.0, value)) for value in seen)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: Colour, other: Colour, eyes: str) -> float:
    lights = sorted((luminance(one, eyes), luminance(other, eyes)))
    return (lights[1] + 0.05) / (lights[0] + 0.05)
