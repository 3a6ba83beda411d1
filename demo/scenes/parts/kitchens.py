"""Cabinets, benches, taps, ovens and what stands on a bench."""

import numpy as np

from . import materials as m
from .furniture import OAK
from .shapes import block, blocks, group, rod, tube, turned

STEEL = (0.55, 0.55, 0.55)


def cabinets(at, turn, length, front, top, depth=0.62, height=0.91, unit=0.6, handle='bar', metal=None, drawers=(), skip=(), style='slab', thick=0.03):
    """A run of base units along its own x, back at y = 0, front looking to -y."""
    metal = metal or m.metal(STEEL, 0.3)
    count = round(length / unit)
    each = length / count
    with group(at, turn):
        block((0, -depth + 0.06, 0), (length, 0, 0.1), m.paint((0.03, 0.03, 0.03)), 0)
        block((0, -depth + 0.022, 0.1), (length, 0, height - thick), front, 0)
        for i in range(count):
            if i in skip:
                continue
            x0, x1 = i * each + 0.002, (i + 1) * each - 0.002
            levels = (0.104, 0.36, 0.62, height - thick - 0.006) if i in drawers else (0.104, height - thick - 0.006)
            for low, high in zip(levels, levels[1:]):
                face((x0, x1), (low, high - 0.004), -depth, front, style)
                pull((x0, x1), (low, high), -depth, metal, handle, i in drawers)
        block((-0.0, -depth - 0.025, height - thick), (length, 0, height), top, 0.004)


def face(xs, zs, y, material, style):
    (x0, x1), (z0, z1) = xs, zs
    if style == 'shaker':
        edge = 0.06
        block((x0, y + 0.008, z0), (x1, y + 0.022, z1), material, 0)
        blocks([((x0, y, z0), (x0 + edge, y + 0.01, z1)), ((x1 - edge, y, z0), (x1, y + 0.01, z1)), ((x0 + edge, y, z0), (x1 - edge, y + 0.01, z0 + edge)), ((x0 + edge, y, z1 - edge), (x1 - edge, y + 0.01, z1))], material, 0.002)
    else:
        block((x0, y, z0), (x1, y + 0.02, z1), material, 0.002)


def pull(xs, zs, y, metal, kind, drawer):
    (x0, x1), (_, z1) = xs, zs
    middle = (x0 + x1) / 2
    if kind == 'bar':
        rod((middle - 0.09, y - 0.03, z1 - 0.06), (middle + 0.09, y - 0.03, z1 - 0.06), 0.006, metal)
        for x in (middle - 0.07, middle + 0.07):
            rod((x, y - 0.03, z1 - 0.06), (x, y, z1 - 0.06), 0.004, metal, 8)
    elif kind == 'knob':
        with group((middle if drawer else x1 - 0.045, y, z1 - 0.07)) as knob:
            knob.rotation_euler.x = 1.5708
            turned([(0.007, 0), (0.006, 0.014), (0.016, 0.02), (0.015, 0.03), (0.001, 0.034)], metal, sides=16)


def wall_units(at, turn, length, front, height=0.72, depth=0.34, unit=0.6, style='slab'):
    count = round(length / unit)
    each = length / count
    with group(at, turn):
        block((0, -depth + 0.021, 0), (length, 0, height), front, 0)
        for i in range(count):
            face((i * each + 0.002, (i + 1) * each - 0.002), (0.002, height - 0.002), -depth, front, style)


def oven(at, turn=0, width=0.6, high=0.6):
    with group(at, turn):
        block((0, -0.02, 0), (width, 0.02, high), m.gloss((0.012, 0.012, 0.013), 0.1), 0.005)
        block((0.03, -0.025, high - 0.11), (width - 0.03, -0.018, high - 0.02), m.metal((0.3, 0.3, 0.3), 0.3), 0.003)
        rod((0.06, -0.06, high - 0.15), (width - 0.06, -0.06, high - 0.15), 0.01, m.metal(STEEL, 0.25))
        for x in (0.07, width - 0.07):
            rod((x, -0.06, high - 0.15), (x, -0.01, high - 0.15), 0.006, m.metal(STEEL, 0.25))


def hob(at, turn=0, width=0.75):
    with group(at, turn):
        block((0, 0, 0), (width, 0.5, 0.008), m.gloss((0.008, 0.008, 0.009), 0.06), 0.003)
        for x in (0.2, width - 0.2):
            for y in (0.13, 0.36):
                turned([(0.085, 0.0081), (0.088, 0.0084), (0.086, 0.0084)], m.paint((0.1, 0.1, 0.1)), (x, y, 0))


def fridge(at, turn=0, width=0.9, high=1.8):
    steel = m.metal((0.5, 0.5, 0.51), 0.32)
    with group(at, turn):
        block((0, -0.66, 0.02), (width / 2 - 0.003, 0, high), steel, 0.012)
        block((width / 2 + 0.003, -0.66, 0.02), (width, 0, high), steel, 0.012)
        for x in (width / 2 - 0.05, width / 2 + 0.05):
            rod((x, -0.7, 0.6), (x, -0.7, 1.45), 0.011, steel)
            for z in (0.64, 1.41):
                rod((x, -0.7, z), (x, -0.65, z), 0.008, steel)


def tap(at, turn=0, metal=None, high=0.34, reach=0.2):
    metal = metal or m.metal((0.7, 0.7, 0.7), 0.12)
    with group(at, turn):
        turned([(0.001, 0), (0.026, 0), (0.026, 0.008), (0.014, 0.014), (0.014, 0.05), (0.001, 0.05)], metal)
        arc = [(0, -reach / 2 + reach / 2 * np.cos(t), high - reach / 2 + reach / 2 * np.sin(t)) for t in np.linspace(0, np.pi, 14)]
        tube([(0, 0, 0.02), *arc, (0, -reach, high - reach / 2 - 0.06)], 0.011, metal)
        rod((0.014, 0, 0.04), (0.07, 0, 0.06), 0.005, metal)


def sink(at, width=0.7, depth=0.42):
    """Let into the bench: a dark-edged steel bowl that shows just above the top."""
    steel = m.metal(STEEL, 0.25)
    with group(at):
        blocks([((0, 0, 0.0), (width, 0.012, 0.004)), ((0, depth - 0.012, 0), (width, depth, 0.004)), ((0, 0, 0), (0.012, depth, 0.004)), ((width - 0.012, 0, 0), (width, depth, 0.004))], steel, 0.001)
        block((0.012, 0.012, 0.0), (width - 0.012, depth - 0.012, 0.0015), m.metal((0.2, 0.2, 0.2), 0.35), 0)


def bench_things(at, turn=0, seed=1):
    """A board, a jar with spoons, oil, a kettle."""
    with group(at, turn):
        with group((0, 0.05, 0)) as board:
            board.rotation_euler.x = -0.14
            block((-0.16, -0.01, 0.0), (0.12, 0.012, 0.4), m.timber(*OAK, 'z'), 0.01)
        turned([(0.001, 0), (0.055, 0), (0.06, 0.01), (0.06, 0.14), (0.054, 0.14), (0.05, 0.02), (0.001, 0.02)], m.paint((0.72, 0.7, 0.66), 0.5), (0.3, 0, 0))
        for i in range(4):
            rod((0.3 + 0.01 * i, 0.0, 0.03), (0.26 + 0.03 * i, 0.02, 0.27 + 0.02 * (i % 2)), 0.006, m.timber(*OAK, 'z'), 8)
        turned([(0.001, 0), (0.032, 0), (0.034, 0.01), (0.034, 0.17), (0.012, 0.22), (0.012, 0.27), (0.001, 0.27)], m.gloss((0.05, 0.08, 0.02), 0.05), (0.46, 0.02, 0))
