"""Meshes of single leaves and blades, which are then put many times."""

from functools import lru_cache
from math import cos, pi, sin

import bpy
import numpy as np

from .. import materials as m
from ..shapes import mesh


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


@lru_cache(None)
def broad_leaves(seed, count, spread, height, length, width, colours):
    """Large leaves near the eye: oval, folded along the rib, drooping at the tip."""
    rng = np.random.default_rng(seed)
    vertices, faces = [], []
    for i in range(count):
        turn, level = i * 2.4, i / count
        out = np.array([cos(turn), sin(turn), 0.0])
        side = np.array([-sin(turn), cos(turn), 0.0])
        start = out * spread * rng.uniform(0.05, 0.3) + np.array([0, 0, height * (level - 0.5) + rng.normal(0, 0.03)])
        long, wide = length * rng.uniform(0.75, 1.15), width * rng.uniform(0.8, 1.1)
        tilt, point, rib = rng.uniform(0.5, 1.1) + 0.5 * (1 - level), start, []
        for t in np.linspace(0, 1, 7):
            rib.append((point, wide / 2 * np.sqrt(max(sin(pi * min(t * 0.93 + 0.05, 1)), 0)) * (0.75 + 0.35 * t)))
            point = point + (out * sin(tilt) + np.array([0, 0, cos(tilt)])) * long / 6
            tilt += 0.16
        base = len(vertices)
        for point, half in rib:
            vertices += [point - side * half + np.array([0, 0, half * 0.35]), point, point + side * half + np.array([0, 0, half * 0.35])]
        for k in range(6):
            for j in range(2):
                faces.append((base + 3 * k + j, base + 3 * k + j + 1, base + 3 * k + j + 4, base + 3 * k + j + 3))
    return mesh('broad leaves', vertices, faces, m.leaf(*colours, 0.25, 0.35), smooth=True)
