"""Basins, baths, showers, toilets and towels."""

from math import cos, pi, sin

from . import materials as m
from .kitchens import face, pull
from .light import lamp
from .shapes import block, group, mesh, put, rod, tube, turned
from .soft import towel

CERAMIC = (0.88, 0.88, 0.87)


def white():
    return m.gloss(CERAMIC, 0.12, 0.3)


def vanity(at, turn=0, width=1.2, front=None, top=None, metal=None, basins=1, foot=0.28, style='slab'):
    """Hangs on the wall: back at y = 0, front looks to -y; a round basin stands on it."""
    metal = metal or m.metal((0.7, 0.7, 0.7), 0.15)
    with group(at, turn):
        block((-width / 2, -0.46, foot), (width / 2, 0, 0.82), front, 0)
        count = 2 if width > 0.8 else 1
        for i in range(count):
            x0 = -width / 2 + i * width / count
            face((x0 + 0.003, x0 + width / count - 0.003), (foot + 0.003, 0.817), -0.48, front, style)
            pull((x0, x0 + width / count), (foot, 0.82), -0.48, metal, 'bar', True)
        block((-width / 2 - 0.005, -0.485, 0.82), (width / 2 + 0.005, 0, 0.845), top, 0.004)
        for i in range(basins):
            x = (i - (basins - 1) / 2) * width / 2
            turned([(0.001, 0), (0.12, 0), (0.17, 0.03), (0.2, 0.12), (0.195, 0.125), (0.185, 0.12), (0.15, 0.045), (0.05, 0.03), (0.001, 0.03)], white(), (x, -0.24, 0.845), 48)
            tube([(x, 0.0, 1.09), (x, -0.14, 1.09), (x, -0.17, 1.085), (x, -0.18, 1.06)], 0.011, metal)
            rod((x + 0.1, 0.0, 1.09), (x + 0.1, -0.05, 1.09), 0.018, metal)


def round_mirror(at, turn=0, radius=0.4, metal=None):
    with group(at, turn) as holder:
        holder.rotation_euler.x = pi / 2
        turned([(0.001, 0), (radius, 0), (radius, 0.02), (0.001, 0.02)], m.mirror(), sides=72)
        turned([(radius, 0), (radius + 0.008, 0), (radius + 0.008, 0.03), (radius - 0.004, 0.03), (radius - 0.004, 0.0)], metal or m.metal((0.02, 0.02, 0.02), 0.4), sides=72)


def flat_mirror(at, turn=0, width=1.1, height=0.9, edge=None):
    with group(at, turn):
        block((-width / 2, -0.03, 0), (width / 2, 0, height), edge or m.metal((0.3, 0.3, 0.3), 0.3), 0.003)
        block((-width / 2 + 0.01, -0.032, 0.01), (width / 2 - 0.01, -0.029, height - 0.01), m.mirror(), 0)


def wall_lamp(at, turn=0, power=7.0, metal=None):
    with group(at, turn):
        rod((0, 0, 0), (0, -0.09, 0), 0.01, metal or m.metal((0.65, 0.5, 0.28), 0.25))
        rod((0, -0.09, -0.16), (0, -0.09, 0.16), 0.028, m.glow((1, 0.88, 0.7), 3.2), 20)
        lamp('POINT', (0, -0.2, 0), power, (1, 0.85, 0.65), 0.08)


def tub(at, turn=0, length=1.7, width=0.78, height=0.58):
    """Freestanding: an oval that widens to its rim."""
    profile = [(0.001, 0), (0.37, 0.0), (0.4, 0.03), (0.44, height * 0.6), (0.49, height - 0.02), (0.5, height), (0.49, height + 0.006), (0.475, height - 0.01), (0.42, height * 0.5), (0.36, 0.12), (0.001, 0.1)]
    angles = [2 * pi * i / 72 for i in range(72)]
    def rim(t):
        # Between an ellipse and a rectangle, as baths are.
        c, s = cos(t), sin(t)
        return (abs(c) ** 0.75 * (1 if c > 0 else -1), abs(s) ** 0.75 * (1 if s > 0 else -1))
    vertices = []
    for r, z in profile:
        for t in angles:
            c, s = rim(t)
            vertices.append((c * (length / 2 - (0.5 - r) * 0.8) if r > 0.01 else 0, s * (width / 2 - (0.5 - r) * 0.6) if r > 0.01 else 0, z))
    faces = [(k * 72 + i, k * 72 + (i + 1) % 72, (k + 1) * 72 + (i + 1) % 72, (k + 1) * 72 + i) for k in range(len(profile) - 1) for i in range(72)]
    with group(at, turn):
        put(mesh('tub', vertices, faces, white(), smooth=True))


def floor_tap(at, turn=0, metal=None):
    metal = metal or m.metal((0.7, 0.7, 0.7), 0.15)
    with group(at, turn):
        rod((0, 0, 0), (0, 0, 0.92), 0.016, metal)
        tube([(0, 0, 0.9), (0, -0.03, 0.95), (0, -0.16, 0.95), (0, -0.2, 0.94), (0, -0.21, 0.9)], 0.013, metal)
        rod((0.0, 0, 0.7), (0.08, 0, 0.7), 0.01, metal)


def shower(at, turn=0, width=1.2, depth=0.9, height=2.05, metal=None, rain=True):
    """A fixed pane along x at y = -depth, a rose on a rail at the wall y = 0."""
    metal = metal or m.metal((0.7, 0.7, 0.7), 0.15)
    with group(at, turn):
        block((0, -depth, 0.01), (width, -depth + 0.01, height), m.glass((0.95, 0.985, 0.975)), 0)
        block((0, -depth - 0.006, 0.0), (width, -depth + 0.016, 0.02), metal, 0.002)
        rod((width / 2 - 0.3, -0.05, 0.95), (width / 2 - 0.3, -0.05, 2.1), 0.011, metal)
        tube([(width / 2 - 0.3, -0.05, 2.1), (width / 2 - 0.3, -0.08, 2.16), (width / 2 - 0.3, -0.36, 2.16)], 0.011, metal)
        turned([(0.001, 0), (0.115, 0), (0.118, 0.006), (0.02, 0.02), (0.012, 0.04), (0.001, 0.04)], metal, (width / 2 - 0.3, -0.36, 2.11))
        turned([(0.001, -0.012), (0.03, -0.012), (0.03, 0.012), (0.001, 0.012)], metal, (width / 2 - 0.3, -0.05, 1.0))


def toilet(at, turn=0):
    """Back to the wall at y = 0, faces -y."""
    with group(at, turn):
        block((-0.18, -0.2, 0.38), (0.18, 0.0, 0.8), white(), 0.03)
        profile = [(0.1, 0), (0.125, 0.02), (0.13, 0.2), (0.175, 0.34), (0.185, 0.39), (0.18, 0.4)]
        with group((0, -0.38, 0)):
            turned(profile, white(), stretch=(1, 1.35))
            turned([(0.001, 0.41), (0.185, 0.41), (0.19, 0.42), (0.185, 0.435), (0.001, 0.44)], white(), stretch=(1, 1.35), sides=48)
        block((-0.11, -0.3, 0), (0.11, 0, 0.4), white(), 0.03)


def towel_rail(at, turn=0, width=0.6, cloth=(0.75, 0.73, 0.69), metal=None, rails=1):
    metal = metal or m.metal((0.7, 0.7, 0.7), 0.15)
    with group(at, turn):
        for i in range(rails):
            z = -0.16 * i
            rod((-width / 2, -0.07, z), (width / 2, -0.07, z), 0.01, metal)
        for x in (-width / 2, width / 2):
            rod((x, -0.07, 0.02), (x, -0.07, -0.16 * rails + 0.1), 0.01, metal)
            rod((x, -0.07, 0), (x, 0, 0), 0.008, metal)
        with group((0.02, -0.07, 0.018)):
            towel(width * 0.62, 1.15, m.fabric(cloth, 220, 0.15))
