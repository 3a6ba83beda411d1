"""What people build outside: decks, fences, steps, planter beds, pots, letterboxes, pools."""

import numpy as np

from . import materials as m
from . import plants
from .shapes import block, blocks, group, mesh, put, rod, sheet, tube

CEDAR = ((0.36, 0.2, 0.11), (0.22, 0.11, 0.055))
PINE = ((0.42, 0.33, 0.23), (0.28, 0.2, 0.13))
GREYED = ((0.38, 0.35, 0.31), (0.25, 0.225, 0.2))


def deck(x0, y0, x1, y1, top, tones=PINE, board=0.14, along='x', skirt=0.35):
    """Separate boards with gaps; each runs the whole length."""
    gap = 0.006
    boards = []
    reach = (y0, y1) if along == 'x' else (x0, x1)
    for start in np.arange(*reach, board + gap):
        end = min(start + board, reach[1])
        low, high = ((x0, start, top - 0.03), (x1, end, top)) if along == 'x' else ((start, y0, top - 0.03), (end, y1, top))
        boards.append((low, high))
    wood = m.floorboards(*tones, along=along, width=board + gap, length=4.8, rough=0.6, gap=0.0005, weathered=0.3)
    blocks(boards, wood, 0.003)
    block((x0 + 0.03, y0 + 0.03, top - skirt), (x1 - 0.03, y1 - 0.03, top - 0.034), m.timber(*tones, 'x', 0.7), 0)


def balustrade(start, end, foot, material, height=1.0, glass=False, step=0.115):
    """Posts, a rail, and balusters or panes between them; along x or along y."""
    (x0, y0), (x1, y1) = start, end
    length = max(abs(x1 - x0), abs(y1 - y0))
    turn = 0 if abs(x1 - x0) > abs(y1 - y0) else 90
    with group((min(x0, x1), min(y0, y1), foot), turn):
        posts = np.linspace(0, length, max(int(length / 1.6), 1) + 1)
        block((-0.05, -0.045, height - 0.04), (length + 0.05, 0.045, height), material, 0.006)
        blocks([((p - 0.045, -0.045, 0), (p + 0.045, 0.045, height - 0.04)) for p in posts], material, 0.004)
        if glass:
            block((0, -0.004, 0.08), (length, 0.004, height - 0.1), m.glass(), 0)
        else:
            blocks([((x, -0.016, 0.08), (x + 0.032, 0.016, height - 0.04)) for x in np.arange(step, length, step)], material, 0.003)
            block((0, -0.02, 0.06), (length, 0.02, 0.1), material)


def picket_fence(x0, x1, y, material, height=1.0, gate=None):
    """Pointed pickets on two rails, with a gap where the gate stands open."""
    vertices, faces = [], []
    for x in np.arange(x0, x1, 0.11):
        if gate and gate[0] < x < gate[1]:
            continue
        start, w, t = len(vertices), 0.035, 0.01
        for depth in (-t, t):
            vertices += [(x - w, y + depth, 0.06), (x + w, y + depth, 0.06), (x + w, y + depth, height - 0.05), (x, y + depth, height), (x - w, y + depth, height - 0.05)]
        faces += [tuple(start + i for i in range(5)), tuple(start + 9 - i for i in range(5))]
        faces += [tuple(start + i for i in (i, i + 5, (i + 1) % 5 + 5, (i + 1) % 5)) for i in range(5)]
    put(mesh('pickets', vertices, faces, material))
    spans = [(x0, gate[0]), (gate[1], x1)] if gate else [(x0, x1)]
    for a, b in spans:
        blocks([((a, y + 0.01, z), (b, y + 0.05, z + 0.07)) for z in (0.25, height - 0.28)], material, 0.003)
        blocks([((p - 0.06, y - 0.05, 0), (p + 0.06, y + 0.07, height + 0.08)) for p in (a, b)], material, 0.008)


def paling_fence(start, end, height=1.8, tones=GREYED):
    (x0, y0), (x1, y1) = start, end
    length = max(abs(x1 - x0), abs(y1 - y0))
    with group((min(x0, x1), min(y0, y1), 0), 0 if abs(x1 - x0) > abs(y1 - y0) else 90):
        wood = m.floorboards(*tones, along='x', width=0.15, length=30, rough=0.8, plane='zx', weathered=0.4)
        rng = np.random.default_rng(5)
        blocks([((x, -0.012 + rng.normal(0, 0.003), 0.03), (x + 0.146, 0.012, height + rng.normal(0, 0.006))) for x in np.arange(0, length, 0.15)], wood, 0.002)


def raised_bed(at, length=2.4, width=1.2, height=0.5, seed=1, turn=0):
    """Sleepers around dark soil, with rows of things to eat."""
    rng = np.random.default_rng(seed)
    with group(at, turn):
        wood = m.timber(*PINE, 'x', 0.8)
        for z in (0, height / 2):
            for y in (-width / 2, width / 2 - 0.05):
                block((-length / 2, y, z), (length / 2, y + 0.05, z + height / 2 - 0.005), wood, 0.006)
            for x in (-length / 2, length / 2 - 0.05):
                block((x, -width / 2 + 0.05, z), (x + 0.05, width / 2 - 0.05, z + height / 2 - 0.005), wood, 0.006)
        block((-length / 2 + 0.05, -width / 2 + 0.05, 0), (length / 2 - 0.05, width / 2 - 0.05, height - 0.06), m.speckled((0.06, 0.042, 0.03), (0.03, 0.02, 0.015), 45), 0)
        for row in np.linspace(-width / 2 + 0.25, width / 2 - 0.25, 3):
            kind = rng.integers(3)
            for x in np.arange(-length / 2 + 0.22, length / 2 - 0.15, 0.27):
                if kind == 0:
                    put(plants.blades(seed + 20, 24, 0.24, 0.085, 0.02, 1.6, ((0.11, 0.26, 0.04), (0.22, 0.38, 0.08)), 0.3, 4), (x, row, height - 0.07), rng.uniform(0, 360), rng.uniform(0.8, 1.2))
                elif kind == 1:
                    plants.shrub((x, row, height - 0.08), 0.3, ((0.05, 0.14, 0.03), (0.12, 0.22, 0.05)), 31, 260, (0.06, 0.035), rng.uniform(0, 360))
                else:
                    put(plants.blades(seed + 25, 18, 0.34, 0.016, 0.03, 0.6, ((0.1, 0.2, 0.08), (0.16, 0.28, 0.1)), 0.7, 4), (x, row, height - 0.07), rng.uniform(0, 360))


def letterbox(at):
    with group(at):
        block((-0.05, -0.05, 0), (0.05, 0.05, 1.0), m.timber(*CEDAR, 'z'), 0.005)
        block((-0.17, -0.2, 0.95), (0.17, 0.2, 1.22), m.paint((0.04, 0.045, 0.05), 0.4), 0.01)
        block((-0.12, -0.203, 1.12), (0.12, -0.199, 1.15), m.paint((0.005, 0.005, 0.005)), 0)


def ground(x0, y0, x1, y1, z, material, thick=0.3, bevel=0.0):
    return block((x0, y0, z - thick), (x1, y1, z), material, bevel)


def lounger(at, turn=0, cloth=(0.78, 0.75, 0.7)):
    wood = m.timber(*CEDAR, 'x')
    with group(at, turn):
        block((-0.34, -1.0, 0.24), (0.34, 0.95, 0.29), wood, 0.008)
        for x in (-0.3, 0.26):
            for y in (-0.9, 0.8):
                block((x, y, 0), (x + 0.05, y + 0.05, 0.24), wood, 0.004)
        block((-0.31, -0.96, 0.29), (0.31, 0.25, 0.4), m.fabric(cloth), 0.04)
        with group((0, 0.25, 0.34)) as back:
            back.rotation_euler.x = 0.75
            block((-0.31, 0, -0.05), (0.31, 0.75, 0.06), m.fabric(cloth), 0.04)


def pool(x0, y0, x1, y1, depth=1.6, tile=(0.3, 0.55, 0.6)):
    """A basin of tiles below the ground, water just under the coping."""
    inside = m.tiles(tile, m.shade(tile, 1.15), 0.05, 0.05, 'xy', 0.3, 0, 0.12, 0.002)
    shell = m.tiles(tile, m.shade(tile, 1.15), 0.05, 0.05, 'xz', 0.3, 0, 0.12, 0.002)
    block((x0, y0, -depth - 0.1), (x1, y1, -depth), inside, 0)
    for low, high in (((x0 - 0.1, y0 - 0.1, -depth), (x1 + 0.1, y0, -0.03)), ((x0 - 0.1, y1, -depth), (x1 + 0.1, y1 + 0.1, -0.03)), ((x0 - 0.1, y0, -depth), (x0, y1, -0.03)), ((x1, y0, -depth), (x1 + 0.1, y1, -0.03))):
        block(low, high, shell, 0)
    with group(((x0 + x1) / 2, (y0 + y1) / 2, -0.12)):
        sheet(x1 - x0, y1 - y0, lambda x, y: 0.0, m.water(), (2, 2))


def post_and_wire(points, height=1.15):
    """A farm fence: posts and five wires."""
    wood, wire = m.timber(*GREYED, 'z', 0.85), m.metal((0.5, 0.5, 0.5), 0.4)
    for (x0, y0), (x1, y1) in zip(points, points[1:]):
        length = ((x1 - x0) ** 2 + (y1 - y0) ** 2) ** 0.5
        for t in np.linspace(0, 1, int(length / 3.5) + 1):
            x, y = x0 + (x1 - x0) * t, y0 + (y1 - y0) * t
            tube([(x, y, -0.1), (x, y, height + 0.08)], 0.06, wood, 9)
        for z in np.linspace(0.2, height, 5):
            rod((x0, y0, z), (x1, y1, z), 0.004, wire, 5)
