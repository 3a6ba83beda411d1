"""Cloth: curtains, linen on beds, throws, towels."""

from math import sin

from mathutils import Vector, noise

from . import materials as m
from .shapes import mesh, put, sheet, smooth


def curtain(width, height, material, folds=9.0, depth=0.05):
    """Hangs from z = height down to the floor, in folds that wander a little."""
    columns, rows = max(int(width * 90), 20), 8
    vertices = []
    for j in range(rows + 1):
        down = j / rows
        for i in range(columns + 1):
            x = width * i / columns
            wander = noise.noise(Vector((x * 3, down * 1.5, 7))) * 0.6
            vertices.append((x, depth * (0.6 + 0.4 * down) * sin(x * folds * 6.28 + wander * 2.5) * 0.6, height * (1 - down)))
    across = columns + 1
    faces = [(j * across + i, j * across + i + 1, (j + 1) * across + i + 1, (j + 1) * across + i) for j in range(rows) for i in range(columns)]
    return put(mesh('curtain', vertices, faces, material, smooth=True))


def draped(width, depth, top, drop, material, seed=0.0, puff=0.05, folds=0.012, thick=0.03):
    """Linen over a bed, centred on the origin: flat on top with soft creases, falling over three sides."""
    def height(x, y):
        over = max(abs(x) - width / 2, -(y + depth / 2), 0.0)
        crease = noise.fractal(Vector((x * 2.2 + seed, y * 2.2, seed)), 1.0, 2.0, 4) * folds
        swell = noise.noise(Vector((x * 1.3 + seed, y * 1.1, 3))) * puff * 0.5
        if over <= 0:
            edge = min(width / 2 - abs(x), y + depth / 2)
            return top + swell + crease - 0.02 * max(0, 1 - edge / 0.08) ** 2
        return top - 0.02 - min(over * 4.2, drop) + crease

    def place(x, y):
        # Past the edge the cloth hangs, so the ground that it covers shrinks and waves.
        def fold(v, half, other):
            out = abs(v) - half
            if out <= 0:
                return v
            wave = 0.03 * noise.noise(Vector((other * 4 + seed, 9, 2))) + 0.035
            return (half + min(out, 0.05) * 0.6 + wave * min(out * 4, 1)) * (1 if v > 0 else -1)
        return fold(x, width / 2, y), (fold(y, depth / 2, x) if y < 0 else y)

    extra = drop / 4.2 + 0.03
    thing = sheet(width + 2 * extra, depth + 2 * extra, height, material, (110, 110))
    vertices = thing.data.vertices
    for vertex in vertices:
        x, y, z = vertex.co
        if y > depth / 2:
            y = depth / 2
            z = height(x, y - 1e-3)
        px, py = place(x, y)
        vertex.co = (px, py, z)
    thing.modifiers.new('thick', 'SOLIDIFY').thickness = thick
    return smooth(thing, 1)


def towel(width, length, material):
    """Folded over a rail: a soft sheet on both sides of x."""
    def fall(x, y):
        return -abs(y) + 0.006 * sin(x * 40) * abs(y) * 3
    thing = sheet(width, length, fall, material, (30, 40))
    for vertex in thing.data.vertices:
        x, y, z = vertex.co
        vertex.co = (x, max(-0.018, min(0.018, y)) + 0.004 * sin(x * 37 + 1), z)
    thing.modifiers.new('thick', 'SOLIDIFY').thickness = 0.012
    return smooth(thing, 1)


def throw(width, depth, top, drop, seed=3.0, colour=(0.25, 0.3, 0.28)):
    return draped(width, depth, top, drop, m.fabric(colour, 260, 0.2), seed, 0.03, 0.02, 0.015)
