"""Sofas, chairs and stools. All of them face -y."""

from math import cos, pi, sin

import numpy as np

from .. import materials as m
from ..shapes import block, cushion, group, rod, tube, turned
from .tones import OAK, WALNUT


def sofa(at, turn=0, width=2.3, colour=(0.42, 0.42, 0.41), pillows=((0.5, 0.3, 0.13), (0.75, 0.72, 0.66)), legs=WALNUT):
    """Faces -y. A base, two arms, seat and back cushions, loose pillows."""
    cloth = m.fabric(colour)
    with group(at, turn):
        block((-width / 2, -0.45, 0.12), (width / 2, 0.45, 0.3), cloth, 0.03)
        for x in (-width / 2, width / 2 - 0.16):
            block((x, -0.46, 0.12), (x + 0.16, 0.45, 0.6), cloth, 0.05)
        block((-width / 2 + 0.05, 0.25, 0.2), (width / 2 - 0.05, 0.46, 0.78), cloth, 0.06)
        count = 3 if width > 2.1 else 2
        each = (width - 0.34) / count
        for i in range(count):
            x = -width / 2 + 0.17 + each * (i + 0.5)
            cushion(each * 1.02, 0.76, 0.24, cloth, (x, -0.08, 0.38), seed=i, square=10)
            cushion(each * 1.0, 0.5, 0.24, cloth, (x, 0.24, 0.66), lean=76, seed=i + 5, square=8)
        for i, tone in enumerate(pillows):
            x = (-1 if i % 2 == 0 else 1) * (width / 2 - 0.4 - 0.46 * (i // 2))
            cushion(0.5, 0.5, 0.19, m.fabric(tone, 300), (x, 0.0 - 0.06 * (i // 2), 0.7), (9 if i % 2 else -9), 62, i + 9)
        for x in (-width / 2 + 0.12, width / 2 - 0.12):
            for y in (-0.36, 0.36):
                rod((x, y, 0), (x, y, 0.14), 0.02, m.timber(*legs, 'z'))


def armchair(at, turn=0, colour=(0.3, 0.36, 0.33), wood=OAK):
    cloth, frame = m.fabric(colour), m.timber(*wood, 'y')
    with group(at, turn):
        cushion(0.62, 0.66, 0.2, cloth, (0, -0.02, 0.4), seed=2, square=9)
        cushion(0.6, 0.62, 0.18, cloth, (0, 0.3, 0.68), lean=68, seed=4, square=8)
        for x in (-0.36, 0.36):
            block((x - 0.025, -0.36, 0.55), (x + 0.025, 0.34, 0.585), frame, 0.012)
            tube([(x, -0.32, 0), (x, -0.3, 0.56)], 0.02, frame, 12, 1.1)
            tube([(x, 0.4, 0), (x, 0.28, 0.56)], 0.02, frame, 12, 1.1)
            rod((x, -0.3, 0.28), (x, 0.34, 0.28), 0.014, frame)
        for y in (-0.3, 0.3):
            rod((-0.36, y, 0.28), (0.36, y, 0.28), 0.014, frame)


def chair(at, turn=0, wood=OAK, seat=(0.12, 0.12, 0.12)):
    """A dining chair that faces -y, with a curved back rail."""
    frame = m.timber(*wood, 'z')
    with group(at, turn):
        cushion(0.45, 0.45, 0.06, m.fabric(seat), (0, 0, 0.455), square=12)
        block((-0.21, -0.21, 0.41), (0.21, 0.21, 0.44), frame, 0.01)
        for x in (-0.2, 0.2):
            tube([(x, -0.2, 0), (x * 0.95, -0.18, 0.43)], 0.016, frame, 10, 1.2)
            tube([(x * 1.05, 0.25, 0), (x, 0.2, 0.44), (x, 0.25, 0.8)], 0.017, frame, 10)
        tube([(0.22 * sin(t), 0.2 + 0.09 * cos(t), 0.79) for t in np.linspace(-pi / 2, pi / 2, 11)], 0.026, frame, 10)
        tube([(0.21 * sin(t), 0.19 + 0.07 * cos(t), 0.66) for t in np.linspace(-pi / 2, pi / 2, 11)], 0.015, frame, 10)


def stool(at, turn=0, wood=OAK, high=0.66, metal=None):
    legs = metal or m.timber(*wood, 'z')
    with group(at, turn):
        turned([(0.001, high - 0.035), (0.16, high - 0.035), (0.175, high - 0.02), (0.17, high), (0.1, high - 0.008), (0.001, high - 0.01)], m.timber(*wood, 'x'))
        for x in (-1, 1):
            for y in (-1, 1):
                rod((x * 0.1, y * 0.1, high - 0.03), (x * 0.19, y * 0.19, 0), 0.013, legs)
        for a, b in (((-1, -1), (1, -1)), ((1, -1), (1, 1)), ((1, 1), (-1, 1)), ((-1, 1), (-1, -1))):
            rod((a[0] * 0.16, a[1] * 0.16, 0.22), (b[0] * 0.16, b[1] * 0.16, 0.22), 0.008, legs)
