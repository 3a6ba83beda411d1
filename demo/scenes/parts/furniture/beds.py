"""Beds with their linen, and what stands beside them."""

from .. import materials as m
from ..shapes import block, cushion, group, rod
from ..soft import draped, throw
from .lamps import table_lamp
from .small import books
from .tones import OAK, WALNUT


def bed(at, turn=0, width=1.65, linen=(0.86, 0.85, 0.82), duvet=(0.78, 0.77, 0.74), head=(0.38, 0.37, 0.35), cover=(0.3, 0.34, 0.32), accents=((0.5, 0.34, 0.2),), wood=None, seed=1.0):
    """The head is at +y; the foot looks to -y."""
    white, length = m.fabric(linen, 500, 0.05), 2.05
    with group(at, turn):
        rail = m.timber(*wood, 'y') if wood else m.fabric(head)
        block((-width / 2 - 0.04, -length / 2 - 0.03, 0.12), (width / 2 + 0.04, length / 2, 0.31), rail, 0.03)
        for x in (-width / 2 + 0.05, width / 2 - 0.05):
            for y in (-length / 2 + 0.06, length / 2 - 0.1):
                rod((x, y, 0), (x, y, 0.14), 0.025, m.timber(*WALNUT, 'z'))
        if wood:
            block((-width / 2 - 0.06, length / 2 - 0.02, 0.1), (width / 2 + 0.06, length / 2 + 0.03, 1.05), m.timber(*wood, 'x'), 0.012)
        else:
            for i in range(5):
                each = (width + 0.24) / 5
                block((-width / 2 - 0.12 + i * each, length / 2 - 0.03, 0.12), (-width / 2 - 0.12 + (i + 1) * each, length / 2 + 0.07, 1.15), rail, 0.04)
        block((-width / 2, -length / 2, 0.3), (width / 2, length / 2 - 0.03, 0.56), white, 0.06)
        with group((0, -0.26, 0)):
            draped(width - 0.02, length - 0.56, 0.62, 0.25, m.fabric(duvet, 500, 0.05), seed, 0.07, 0.022)
        with group((0, 0.5, 0)):
            draped(width - 0.04, 0.28, 0.645, 0.26, white, seed + 4, 0.03, 0.01, 0.02)
        with group((0, -0.66, 0)):
            throw(width - 0.0, 0.6, 0.655, 0.34, seed + 2, cover)
        for i, x in enumerate((-width / 4, width / 4)):
            cushion(0.72, 0.48, 0.2, white, (x, 0.86, 0.82), 0, 66, i + seed)
            cushion(0.7, 0.46, 0.19, m.fabric(duvet, 500, 0.05), (x * 1.02, 0.7, 0.79), 0, 56, i + seed + 3)
        for i, tone in enumerate(accents):
            cushion(0.46, 0.42, 0.17, m.fabric(tone, 280), ((i - (len(accents) - 1) / 2) * 0.45, 0.53, 0.8), 4 * i, 58, i + 20)


def bedside(at, turn=0, wood=OAK, light_power=14.0):
    with group(at, turn):
        block((-0.23, -0.2, 0.18), (0.23, 0.2, 0.5), m.timber(*wood, 'x'), 0.01)
        block((-0.215, -0.21, 0.2), (0.215, -0.195, 0.335), m.timber(*wood, 'x'), 0.006)
        block((-0.215, -0.21, 0.345), (0.215, -0.195, 0.48), m.timber(*wood, 'x'), 0.006)
        for x in (-0.19, 0.19):
            for y in (-0.16, 0.16):
                rod((x, y, 0), (x, y, 0.2), 0.013, m.timber(*wood, 'z'))
        table_lamp((0.03, 0.04, 0.5), 0.8, light_power)
        books((-0.12, -0.06, 0.5), flat=3, seed=int(at[0] * 10) % 7)
