"""Seats, tables, beds, lamps and the small things that make a room look lived in."""

from math import cos, pi, sin

import numpy as np

from . import materials as m
from .light import lamp
from .shapes import ball, bend, block, blocks, cushion, group, rod, tube, turned
from .soft import draped, throw

OAK = ((0.62, 0.43, 0.25), (0.44, 0.28, 0.15))
WALNUT = ((0.26, 0.15, 0.085), (0.14, 0.075, 0.04))
BLACK = (0.02, 0.02, 0.021)


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
            x = (-1 if i % 2 == 0 else 1) * (width / 2 - 0.42 - 0.22 * (i // 2))
            cushion(0.5, 0.5, 0.19, m.fabric(tone, 300), (x, 0.02 - 0.05 * (i // 2), 0.7), (12 if i % 2 else -12), 64, i + 9)
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


def bed(at, turn=0, width=1.65, linen=(0.86, 0.85, 0.82), duvet=(0.78, 0.77, 0.74), head=(0.38, 0.37, 0.35), cover=(0.3, 0.34, 0.32), accents=((0.5, 0.34, 0.2),), wood=None, seed=1.0):
    """The head is at +y; the foot looks to -y."""
    white, length = m.fabric(linen, 500, 0.05), 2.05
    with group(at, turn):
        rail = m.timber(*wood, 'y') if wood else m.fabric(head)
        block((-width / 2 - 0.04, -length / 2 - 0.03, 0.12), (width / 2 + 0.04, length / 2, 0.34), rail, 0.03)
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
            draped(width - 0.02, length - 0.56, 0.62, 0.3, m.fabric(duvet, 500, 0.05), seed, 0.07, 0.022)
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


def table_lamp(at, size=1.0, power=14.0, foot=(0.72, 0.7, 0.66)):
    with group(at, 0, size):
        turned([(0.001, 0), (0.07, 0.0), (0.085, 0.03), (0.11, 0.12), (0.09, 0.22), (0.03, 0.27), (0.012, 0.3), (0.012, 0.36), (0.001, 0.36)], m.gloss(foot, 0.35))
        turned([(0.13, 0.33), (0.175, 0.33), (0.14, 0.56), (0.135, 0.56), (0.17, 0.332)], m.sheer((0.95, 0.9, 0.8), 0.6))
        lamp('POINT', (0, 0, 0.44), power, (1, 0.72, 0.45), 0.05)


def floor_lamp(at, power=25.0, material=None):
    metal = material or m.metal(BLACK, 0.4)
    with group(at):
        turned([(0.001, 0), (0.15, 0), (0.15, 0.015), (0.012, 0.025), (0.012, 1.45), (0.001, 1.45)], metal)
        turned([(0.2, 1.34), (0.16, 1.64), (0.155, 1.64), (0.195, 1.342)], m.sheer((0.95, 0.9, 0.8), 0.6))
        lamp('POINT', (0, 0, 1.48), power, (1, 0.74, 0.48), 0.06)


def pendant(at, drop=1.0, shape='dome', colour=BLACK, size=1.0, power=12.0):
    """Hangs from the ceiling at `at`; the lamp is drop below it."""
    profiles = {
        'dome': [(0.03, 0.2), (0.06, 0.2), (0.12, 0.15), (0.17, 0.06), (0.185, 0.0), (0.18, 0.0), (0.16, 0.06), (0.11, 0.14), (0.05, 0.185)],
        'cone': [(0.025, 0.3), (0.05, 0.3), (0.2, 0.02), (0.2, 0.0), (0.19, 0.0), (0.045, 0.28)],
        'drum': [(0.24, 0.28), (0.25, 0.28), (0.25, 0.0), (0.24, 0.0)],
    }
    shade = m.sheer((0.95, 0.92, 0.86), 0.55) if shape == 'drum' else m.paint(colour, 0.4)
    with group((at[0], at[1], at[2] - drop)):
        with group((0, 0, 0), 0, size):
            if shape == 'globe':
                ball(0.13, m.glow((1, 0.86, 0.68), 2.2))
            else:
                turned(profiles[shape], shade)
                ball(0.045, m.glow((1, 0.82, 0.6), 12), (0, 0, 0.08))
            lamp('POINT', (0, 0, 0.0 if shape != 'globe' else -0.2), power, (1, 0.78, 0.55), 0.06)
        rod((0, 0, 0.15 * size), (0, 0, drop), 0.004, m.paint(BLACK))
        turned([(0.05, drop - 0.025), (0.05, drop), (0.001, drop)], m.paint(colour, 0.4))


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


SPINES = ((0.55, 0.2, 0.12), (0.08, 0.16, 0.22), (0.75, 0.7, 0.6), (0.15, 0.22, 0.16), (0.62, 0.45, 0.18), (0.3, 0.3, 0.32), (0.85, 0.84, 0.8))


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
    from . import plants
    from .shapes import put
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
