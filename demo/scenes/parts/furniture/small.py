"""The small things that make a room look lived in."""

from math import cos, sin

import numpy as np

from .. import materials as m, plants
from ..shapes import ball, block, blocks, group, put, tube, turned
from .tones import OAK

SPINES = ((0.55, 0.2, 0.12), (0.08, 0.16, 0.22), (0.75, 0.7, 0.6), (0.15, 0.22, 0.16), (0.62, 0.45, 0.18), (0.3, 0.3, 0.32), (0.85, 0.84, 0.8))


def picture(at, turn, size, material, frame=OAK, mat=True):
    """Hangs on a wall: at is its centre, it faces its own -y."""
    w, h = size
    with group(at, turn):
        edge = m.timber(*frame, 'x') if isinstance(frame[0], tuple) else m.paint(frame, 0.4)
        t = 0.022
        blocks([((-w / 2, -0.03, -h / 2), (-w / 2 + t, 0, h / 2)), ((w / 2 - t, -0.03, -h / 2), (w / 2, 0, h / 2)), ((-w / 2, -0.03, -h / 2), (w / 2, 0, -h / 2 + t)), ((-w / 2, -0.03, h / 2 - t), (w / 2, 0, h / 2))], edge, 0.003)
        inner = 0.07 if mat else 0.0
        block((-w / 2 + t, -0.012, -h / 2 + t), (w / 2 - t, -0.004, h / 2 - t), m.paint((0.86, 0.85, 0.83)), 0)
        block((-w / 2 + t + inner, -0.015, -h / 2 + t + inner), (w / 2 - t - inner, -0.011, h / 2 - t - inner), material, 0)


def books(at, flat=0, upright=0, seed=1):
    rng = np.random.default_rng(seed + 40)
    with group(at):
        z = 0.0
        for _ in range(flat):
            thick, w, d = rng.uniform(0.018, 0.035), rng.uniform(0.17, 0.24), rng.uniform(0.13, 0.17)
            with group((0, 0, z), rng.uniform(-12, 12)):
                block((-w / 2, -d / 2, 0.002), (w / 2, d / 2, thick - 0.002), m.paint((0.85, 0.82, 0.75)), 0)
                blocks([((-w / 2 - 0.003, -d / 2 - 0.003, 0), (w / 2, d / 2 + 0.003, 0.002)), ((-w / 2 - 0.003, -d / 2 - 0.003, thick - 0.002), (w / 2, d / 2 + 0.003, thick))], m.paint(SPINES[rng.integers(7)], 0.5))
            z += thick
        x = 0.0
        for _ in range(upright):
            thick, h, d = rng.uniform(0.015, 0.04), rng.uniform(0.18, 0.27), rng.uniform(0.13, 0.18)
            block((x, -d / 2, 0), (x + thick, d / 2, h), m.paint(SPINES[rng.integers(7)], 0.6), 0.003)
            x += thick + 0.001


def vase(at, size=1.0, colour=(0.8, 0.78, 0.74), stems='branch', seed=1):
    with group(at, seed * 60, size):
        turned([(0.001, 0), (0.05, 0), (0.085, 0.06), (0.09, 0.12), (0.05, 0.2), (0.035, 0.24), (0.045, 0.27), (0.038, 0.268), (0.03, 0.24), (0.001, 0.2)], m.paint(colour, 0.45))
        if stems == 'branch':
            put(plants.crown(seed + 200, 260, 0.55, 0.5, 8, 0.06, 0.028, plants.OLIVE), (0, 0, 0.52))
            for i in range(5):
                angle = i * 1.26
                tube([(0, 0, 0.2), (cos(angle) * 0.06, sin(angle) * 0.06, 0.4), (cos(angle) * 0.18, sin(angle) * 0.18, 0.6)], 0.004, m.paint((0.2, 0.14, 0.08)), 6)
        elif stems == 'grass':
            put(plants.blades(seed + 9, 46, 0.6, 0.008, 0.02, 0.5, plants.DRY, 0.7, 5), (0, 0, 0.22))


def bowl(at, size=1.0, fruit=None, colour=(0.75, 0.73, 0.69), seed=2):
    rng = np.random.default_rng(seed)
    with group(at, 0, size):
        turned([(0.05, 0), (0.06, 0.005), (0.12, 0.04), (0.15, 0.085), (0.143, 0.085), (0.11, 0.045), (0.05, 0.015), (0.001, 0.012)], m.paint(colour, 0.35))
        for i in range(7 if fruit else 0):
            angle, r = i * 1.05, 0.075 if i < 6 else 0
            ball(0.038, m.gloss(m.shade(fruit, rng.uniform(0.8, 1.2)), 0.35), (cos(angle) * r, sin(angle) * r, 0.055 if i < 6 else 0.095), 0.95)


def rug(at, size, material, turn=0):
    with group(at, turn):
        block((-size[0] / 2, -size[1] / 2, 0.001), (size[0] / 2, size[1] / 2, 0.014), material, 0.005)
