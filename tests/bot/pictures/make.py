"""Draw the golden pictures and the README's anew. Look at them before you commit them."""

from __future__ import annotations

from tests.bot.pictures.shots import GOLDEN, IN_README, README, SHOTS


def main() -> None:
    """Write all pictures, and delete golden pictures that nothing draws any more."""
    for folder, shots in ((GOLDEN, SHOTS), (README, IN_README)):
        folder.mkdir(parents=True, exist_ok=True)
        for old in set(folder.glob("*.png")) - {folder / f"{name}.png" for name in shots}:
            old.unlink()
        for name, shot in shots.items():
            (folder / f"{name}.png").write_bytes(shot().data)
    print(f"{len(SHOTS)} golden pictures in {GOLDEN}, {len(IN_README)} in {README}")


if __name__ == "__main__":
    main()
