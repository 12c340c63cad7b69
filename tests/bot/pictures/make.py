"""Draw the golden pictures and the README's anew. Look at them before you commit them."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path

from PIL import Image

from tests.bot.pictures.shots import GOLDEN, IN_README, README, SHOTS


def main() -> None:
    """Write all pictures, and delete golden pictures that nothing draws any more."""
    for folder, shots in ((GOLDEN, SHOTS), (README, IN_README)):
        folder.mkdir(parents=True, exist_ok=True)
        for old in set(folder.glob("*.png")) - {folder / f"{name}.png" for name in shots}:
            old.unlink()
        for name, shot in shots.items():
            _save(folder / f"{name}.png", shot().data)
    print(f"{len(SHOTS)} golden pictures in {GOLDEN}, {len(IN_README)} in {README}")


def _save(file: Path, data: bytes) -> None:
    """Write a picture, unless the file shows the same already: another build of zlib packs it differently."""
    if file.exists():
        with Image.open(file) as old, Image.open(BytesIO(data)) as new:
            if old.size == new.size and old.convert("RGB").tobytes() == new.convert("RGB").tobytes():
                return
    file.write_bytes(data)


if __name__ == "__main__":
    main()
