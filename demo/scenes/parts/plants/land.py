"""Grass, native bush and far hills."""

from functools import lru_cache
from math import cos, pi, sin

import numpy as np
from mathutils import Vector, noise

from .. import materials as m
from ..shapes import group, mesh, put, sheet
from .leaves import crown
from .tones import BUSH, GRASS
from .trees import tree_fern


def grass(x0, y0, x1, y1, height=0.07, seed=3, colours=GRASS, step=0.5, density=420, inside=None, ground=None, wide=0.006):
    """Square tufts side by side; only for ground near the camera, the rest is the lawn's material."""
    rng = np.random.default_rng(seed)
    kinds = [blades_square(seed + i, density, height, step, colours, wide) for i in range(4)]
    for x in np.arange(x0, x1, step):
        for y in np.arange(y0, y1, step):
            if inside and not inside(x, y):
                continue
            z = ground(x, y) if ground else 0
            put(kinds[rng.integers(4)], (x, y, z), 90 * int(rng.integers(4)), (1, 1, rng.uniform(0.8, 1.15)))


@lru_cache(None)
def blades_square(seed, count, height, step, colours, wide):
    rng = np.random.default_rng(seed)
    vertices, faces = [], []
    for _ in range(count):
        x, y = rng.uniform(-step * 0.52, step * 0.52, 2)
        angle, long, bow = rng.uniform(0, 2 * pi), height * rng.uniform(0.5, 1.15), rng.uniform(0.1, 0.75)
        out, side = np.array([cos(angle), sin(angle)]), np.array([-sin(angle), cos(angle)]) * wide * rng.uniform(0.35, 0.65)
        start = len(vertices)
        for t, w in ((0, 1), (0.55, 0.8), (1, 0.05)):
            px, py = np.array([x, y]) + out * long * bow * t * t
            z = long * t * (1 - 0.35 * bow * t)
            vertices += [(px - side[0] * w, py - side[1] * w, z), (px + side[0] * w, py + side[1] * w, z)]
        faces += [(start, start + 1, start + 3, start + 2), (start + 2, start + 3, start + 5, start + 4)]
    return mesh('tuft', vertices, faces, m.leaf(*colours, 0.3, 0.6))


def bush(count, where, seed=11, colours=BUSH, size=(3.5, 7.5), detail=4200, ferns=0.12, kinds=5):
    """Native forest on a slope: many kinds of crown, a tree fern here and there. where(rng) gives a foot."""
    rng = np.random.default_rng(seed)
    shades = [tuple(m.shade(c, rng.uniform(0.75, 1.5)) for c in colours) for _ in range(kinds)]
    crowns = [crown(seed + i, detail, 1.0, 0.95, 16, 0.05, 0.026, shades[i], 0.9) for i in range(kinds)]
    for i in range(count):
        x, y, z = where(rng)
        if rng.uniform() < ferns:
            tree_fern((x, y, z), rng.uniform(2.2, 4.5), int(rng.integers(4)))
            continue
        high = rng.uniform(*size)
        put(crowns[i % kinds], (x, y, z + high * 0.42), rng.uniform(0, 360), (high * rng.uniform(0.75, 1.05), high * rng.uniform(0.75, 1.05), high))


def hills(distance, width, depth, height, material, seed=1.0, rough=1.0, at_x=0.0):
    """Far land: ridged noise that rises from level ground at its near edge."""
    def rise(x, y):
        t = (y + depth / 2) / depth
        ridge = noise.fractal(Vector((x / 240 + seed, y / 240, seed)), 0.9, 2.1, 5) * 0.5 + 0.55
        fine = noise.fractal(Vector((x / 30 + seed, y / 30, 5)), 0.8, 2.0, 4) * 0.045 * rough
        return height * max(t, 0) ** 1.3 * (ridge + fine) - 1.0
    with group((at_x, distance + depth / 2, 0)):
        return sheet(width, depth, rise, material, (150, 70))
