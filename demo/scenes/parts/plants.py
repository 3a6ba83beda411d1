"""Everything that grows. A plant is one mesh of single leaves; a wood or a lawn puts it many times."""

from functools import lru_cache
from math import cos, pi, sin

import bpy
import numpy as np
from mathutils import Vector, noise

from . import materials as m
from .shapes import group, mesh, put, sheet, tube

SHRUB = ((0.035, 0.085, 0.018), (0.1, 0.16, 0.035))
BUSH = ((0.018, 0.05, 0.012), (0.06, 0.1, 0.022))
OLIVE = ((0.12, 0.15, 0.085), (0.24, 0.27, 0.17))
GRASS = ((0.07, 0.15, 0.022), (0.17, 0.23, 0.055))
DRY = ((0.3, 0.25, 0.1), (0.45, 0.38, 0.17))
FLAX = ((0.07, 0.12, 0.035), (0.16, 0.2, 0.07))
BOX = ((0.025, 0.07, 0.012), (0.07, 0.13, 0.025))
LAVENDER = ((0.16, 0.12, 0.32), (0.28, 0.2, 0.45))


def leaves_mesh(name, centres, outward, length, width, colours, rng, through=0.35):
    """Leaves of four vertices, folded along the middle, facing mostly outward."""
    count = len(centres)
    normal = outward + rng.normal(0, 0.55, (count, 3))
    normal /= np.linalg.norm(normal, axis=1, keepdims=True)
    tip = np.cross(normal, rng.normal(0, 1, (count, 3)))
    tip /= np.linalg.norm(tip, axis=1, keepdims=True)
    side = np.cross(normal, tip)
    size = rng.uniform(0.65, 1.25, (count, 1))
    lift = normal * (width * 0.25) * size
    points = np.stack([
        centres - tip * length / 2 * size,
        centres + side * width / 2 * size + lift,
        centres + tip * length / 2 * size,
        centres - side * width / 2 * size + lift,
    ], axis=1).reshape(-1, 3)
    body = bpy.data.meshes.new(name)
    body.vertices.add(count * 4)
    body.vertices.foreach_set('co', points.astype(np.float32).ravel())
    faces = np.arange(count * 4).reshape(-1, 4)
    triangles = np.concatenate([faces[:, [0, 1, 2]], faces[:, [0, 2, 3]]], axis=0).ravel()
    body.loops.add(len(triangles))
    body.loops.foreach_set('vertex_index', triangles.astype(np.int32))
    body.polygons.add(count * 2)
    body.polygons.foreach_set('loop_start', np.arange(0, count * 6, 3, dtype=np.int32))
    body.polygons.foreach_set('loop_total', np.full(count * 2, 3, dtype=np.int32))
    body.update(calc_edges=True)
    body.materials.append(m.leaf(*colours, through))
    return body


@lru_cache(None)
def crown(seed, count, spread, height, clumps, length, width, colours, flat=0.75):
    """Leaves on the shells of many overlapping clumps, which is what makes a tree look billowy."""
    rng = np.random.default_rng(seed)
    at = rng.normal(0, 1, (clumps, 3))
    at /= np.linalg.norm(at, axis=1, keepdims=True)
    at *= rng.uniform(0.35, 0.85, (clumps, 1)) * np.array([spread, spread, height]) / 2
    radius = rng.uniform(0.28, 0.5, clumps) * min(spread, height) * 0.5
    which = rng.integers(0, clumps, count)
    away = rng.normal(0, 1, (count, 3))
    away /= np.linalg.norm(away, axis=1, keepdims=True)
    reach = rng.uniform(0.45, 1.05, (count, 1)) ** 0.5
    centres = at[which] + away * radius[which, None] * reach * np.array([1.15, 1.15, flat])
    return leaves_mesh(f'crown{seed}', centres, away + np.array([0, 0, 0.5]), length, width, colours, rng)


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


@lru_cache(None)
def blades(seed, count, length, width, spread, arch, colours, upright=0.6, segments=4, through=0.3):
    """Grass, flax, cabbage-tree heads: long blades from one foot, bending under their weight."""
    rng = np.random.default_rng(seed)
    vertices, faces = [], []
    for _ in range(count):
        angle, foot = rng.uniform(0, 2 * pi), spread * np.sqrt(rng.uniform(0, 1))
        around = rng.uniform(0, 2 * pi)
        long = length * rng.uniform(0.55, 1.1)
        lean, bow = rng.uniform(0, 1 - upright) * 1.4, arch * rng.uniform(0.4, 1.3)
        base = np.array([cos(around) * foot, sin(around) * foot, 0.0])
        out, side = np.array([cos(angle), sin(angle), 0.0]), np.array([-sin(angle), cos(angle), 0.0])
        point, tilt, start = base, lean, len(vertices)
        for i in range(segments + 1):
            t = i / segments
            half = width / 2 * (1 - t**2.2) + 0.0004
            vertices += [point - side * half, point + side * half]
            point = point + (out * sin(tilt) + np.array([0, 0, cos(tilt)])) * long / segments
            tilt += bow / segments
        faces += [(start + 2 * i, start + 2 * i + 1, start + 2 * i + 3, start + 2 * i + 2) for i in range(segments)]
    return mesh('blades', vertices, faces, m.leaf(*colours, through))


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
            put(blades(seed + i, 150, 0.85, 0.04, 0.05, 0.8, FLAX, -0.1, 5), (tip[0], tip[1], tip[2] - 0.05))


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
    from .shapes import block
    block((x0 + 0.05, y0 + 0.05, 0), (x1 - 0.05, y1 - 0.05, height - 0.05), m.paint((0.015, 0.025, 0.008)), 0)


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


def potted(at, size=1.0, kind='palm', pot=None, seed=1):
    from .shapes import turned
    pot = pot or m.paint((0.75, 0.73, 0.7), 0.6)
    with group(at, seed * 77, size):
        turned([(0.12, 0), (0.16, 0.02), (0.19, 0.3), (0.18, 0.32), (0.165, 0.3), (0.16, 0.28), (0.001, 0.28)], pot)
        if kind == 'palm':
            put(blades(seed, 26, 0.95, 0.1, 0.05, 1.2, ((0.04, 0.11, 0.025), (0.09, 0.18, 0.04)), 0.4, 6), (0, 0, 0.26))
        elif kind == 'fiddle':
            bark = m.paint((0.12, 0.09, 0.06), 0.8)
            tube([(0, 0, 0.25), (0.03, 0.01, 0.7), (0, 0, 1.15)], 0.018, bark)
            put(crown(seed + 90, 110, 0.8, 1.1, 9, 0.22, 0.15, ((0.03, 0.1, 0.02), (0.09, 0.17, 0.035))), (0, 0, 1.05))
        else:
            put(crown(seed + 60, 900, 0.5, 0.45, 8, 0.05, 0.028, SHRUB), (0, 0, 0.46))
