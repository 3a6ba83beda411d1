"""Trees, shrubs, ferns, flax and hedges."""

from functools import lru_cache
from math import cos, pi, sin

import bpy
import numpy as np
from mathutils import Vector, noise

from .. import materials as m
from ..shapes import block, group, mesh, put, tube
from .leaves import blades, crown, leaves_mesh
from .tones import BOX, FLAX, SHRUB


@lru_cache(None)
def trunk(seed, height, radius, spread, limbs=7):
    """A bent stem and limbs, merged into one mesh that can be put many times."""
    rng = np.random.default_rng(seed)
    bark = m.speckled((0.16, 0.12, 0.085), (0.08, 0.06, 0.045), 18, 0.95, 0.8, 0.02)
    made = []
    with group() as holder:
        stem = [(rng.normal(0, 0.05) * z, rng.normal(0, 0.05) * z, z) for z in np.linspace(-0.3, height, 7)]
        made.append(tube(stem, radius, bark, 10, 0.5))
        for i in range(limbs):
            low = stem[rng.integers(3, 6)]
            angle, rise = 2 * pi * i / limbs + rng.normal(0, 0.3), rng.uniform(0.5, 1.1)
            reach = spread * rng.uniform(0.25, 0.42)
            path = [(low[0] + cos(angle) * reach * t, low[1] + sin(angle) * reach * t, low[2] + rise * reach * t * (1.3 - 0.3 * t)) for t in np.linspace(0, 1, 5)]
            made.append(tube(path, radius * 0.42, bark, 7, 0.25))
    vertices, faces = [], []
    for part in made:
        start = len(vertices)
        vertices += [v.co[:] for v in part.data.vertices]
        faces += [[start + i for i in p.vertices] for p in part.data.polygons]
        bpy.data.objects.remove(part)
    bpy.data.objects.remove(holder)
    return mesh('trunk', vertices, faces, bark, smooth=True)


def tree(at, height=6.0, spread=4.5, colours=SHRUB, seed=1, leaves=14000, leaf=(0.11, 0.05), stem=0.4, turn=0, clumps=26, radius=0.16):
    """A trunk up to `stem` of its height, and a crown above."""
    with group(at, turn):
        put(trunk(seed, height * 0.72, radius, spread))
        crown_height = height * (1 - stem)
        put(crown(seed, leaves, spread, crown_height, clumps, *leaf, colours), (0, 0, height * stem + crown_height / 2))


def shrub(at, size=0.9, colours=SHRUB, seed=1, leaves=3500, leaf=(0.05, 0.025), turn=0, tall=1.0):
    put(crown(seed, leaves, 1.0, 1.0, 12, leaf[0] / size, leaf[1] / size, colours, 0.95), (at[0], at[1], at[2] + size * tall * 0.42), turn, (size, size, size * tall))


def flax(at, size=1.2, seed=1, colours=FLAX):
    put(blades(seed, 75, 1.0, 0.055, 0.12, 1.0, colours, 0.45, 6), at, seed * 40, size)


def cabbage_tree(at, height=4.0, seed=2):
    bark = m.speckled((0.3, 0.25, 0.19), (0.16, 0.13, 0.1), 25, 0.95, 0.7, 0.02)
    with group(at, seed * 70):
        tube([(0, 0, -0.2), (0.06, 0, height * 0.35), (0, 0.08, height * 0.62)], 0.13, bark, 12, 0.75)
        for i in range(4):
            angle = 2 * pi * i / 4 + seed
            tip = (cos(angle) * 0.75, sin(angle) * 0.75, height * (0.86 + 0.05 * (i % 3)))
            tube([(0, 0.08, height * 0.6), (tip[0] * 0.55, tip[1] * 0.55, height * 0.72), tip], 0.08, bark, 10, 0.8)
            put(blades(seed + i, 150, 0.95, 0.06, 0.05, 0.8, FLAX, -0.1, 5), (tip[0], tip[1], tip[2] - 0.05))


@lru_cache(None)
def fern_head(seed):
    """A crown of fronds, each with paired leaflets that grow shorter to the tip."""
    rng = np.random.default_rng(seed)
    vertices, faces = [], []
    for i in range(20):
        angle = 2 * pi * i / 20 + rng.normal(0, 0.1)
        out, side = np.array([cos(angle), sin(angle), 0]), np.array([-sin(angle), cos(angle), 0])
        point, tilt, long = np.array([0.0, 0, 0]), rng.uniform(0.35, 0.75), rng.uniform(1.5, 2.1)
        for step in range(26):
            t = step / 25
            ahead = out * sin(tilt) + np.array([0, 0, cos(tilt)])
            reach = 0.42 * sin(pi * min(t * 0.92 + 0.08, 1)) + 0.03
            for hand in (-1, 1):
                start = len(vertices)
                end = point + side * hand * reach + ahead * 0.08 - np.array([0, 0, reach * 0.25])
                vertices += [point - ahead * 0.03, point + ahead * 0.03, end]
                faces.append((start, start + 1, start + 2))
            point = point + ahead * long / 26
            tilt += 1.5 / 26
    return mesh('fern', vertices, faces, m.leaf((0.04, 0.12, 0.02), (0.1, 0.2, 0.04), 0.4))


def tree_fern(at, height=2.6, seed=1):
    bark = m.speckled((0.07, 0.05, 0.035), (0.03, 0.022, 0.016), 30, 1.0, 1.0, 0.03)
    with group(at, seed * 50):
        tube([(0, 0, -0.2), (0.05, 0.03, height * 0.5), (0, 0, height)], 0.14, bark, 12, 0.8)
        put(fern_head(seed), (0, 0, height - 0.05), 0, 1.0)


def hedge(x0, y0, x1, y1, height, seed=5, colours=BOX, density=900):
    """A clipped block: leaves thick on the faces, a dark heart inside."""
    rng = np.random.default_rng(seed)
    size = np.array([x1 - x0, y1 - y0, height])
    area = 2 * (size[0] * size[1] + size[1] * size[2] + size[0] * size[2])
    count = int(area * density)
    points = rng.uniform(0, 1, (count, 3))
    weights = np.array([size[1] * size[2], size[0] * size[2], size[0] * size[1]])
    axis = rng.choice(3, count, p=weights / weights.sum())
    end = rng.integers(0, 2, count)
    points[np.arange(count), axis] = end
    points = np.array([x0, y0, 0]) + points * size
    outward = np.zeros((count, 3))
    outward[np.arange(count), axis] = end * 2 - 1
    uneven = np.array([noise.noise(Vector(p * 1.7)) for p in points])
    points += outward * (rng.normal(0, 0.025, (count, 1)) + uneven[:, None] * 0.06)
    put(leaves_mesh('hedge', points, outward, 0.05, 0.03, colours, rng))
    block((x0 + 0.05, y0 + 0.05, 0), (x1 - 0.05, y1 - 0.05, height - 0.05), m.paint((0.015, 0.025, 0.008)), 0)
