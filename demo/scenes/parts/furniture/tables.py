"""Tables, cabinets, screens."""

from .. import materials as m
from ..shapes import block, group, rod, tube, turned
from .tones import BLACK, OAK


def table(at, turn=0, size=(2.0, 0.95, 0.74), wood=OAK, round_=False, top=None, legs=None):
    w, d, h = size
    face = top or m.timber(*wood, 'x')
    under = legs or m.timber(*wood, 'z')
    with group(at, turn):
        if round_:
            turned([(0.001, h - 0.03), (w / 2 - 0.01, h - 0.03), (w / 2, h - 0.02), (w / 2, h - 0.008), (w / 2 - 0.008, h), (0.001, h)], face, sides=64)
        else:
            block((-w / 2, -d / 2, h - 0.035), (w / 2, d / 2, h), face, 0.008)
        inset = 0.36 if round_ else 0.46
        for x in (-w * inset, w * inset):
            for y in (-d * inset, d * inset) if not round_ else (-w * 0.3, w * 0.3):
                tube([(x * (0.75 if round_ else 1), y, h - 0.03), (x * 1.0, y, 0)], 0.03, under, 12, 0.6)


def shelf_unit(at, turn=0, size=(1.8, 0.35, 0.75), wood=OAK, doors=3):
    """A low cabinet; things may stand on top of it."""
    w, d, h = size
    with group(at, turn):
        grain = m.timber(*wood, 'x')
        block((-w / 2, -d / 2, 0.14), (w / 2, d / 2, h), grain, 0.006)
        each = w / doors
        for i in range(doors):
            block((-w / 2 + i * each + 0.006, -d / 2 - 0.016, 0.15), (-w / 2 + (i + 1) * each - 0.006, -d / 2, h - 0.02), grain, 0.003)
        for x in (-w / 2 + 0.1, w / 2 - 0.1):
            for y in (-d / 2 + 0.06, d / 2 - 0.06):
                rod((x, y, 0), (x, y, 0.15), 0.014, m.paint(BLACK, 0.4))


def screen(at, turn=0, width=1.25):
    high = width * 0.57
    with group(at, turn):
        block((-width / 2, -0.015, 0.06), (width / 2, 0.02, 0.06 + high), m.gloss((0.006, 0.006, 0.007), 0.12), 0.006)
        block((-0.25, -0.1, 0), (0.25, 0.1, 0.012), m.metal(BLACK, 0.4), 0.004)
        block((-0.03, 0.0, 0), (0.03, 0.03, 0.1), m.metal(BLACK, 0.4), 0)


def heat_pump(at, turn=0):
    """The white box high on a New Zealand wall."""
    with group(at, turn):
        block((-0.42, -0.22, 0), (0.42, 0, 0.29), m.gloss((0.82, 0.82, 0.81), 0.3), 0.04)
        block((-0.38, -0.205, 0.0), (0.38, -0.1, 0.03), m.paint((0.3, 0.3, 0.3)), 0.006)
