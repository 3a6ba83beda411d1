"""The plainest parts: blocks, tubes, turned bodies, cushions, sheets. Lengths are metres, z is up."""

from contextlib import contextmanager
from math import cos, pi, radians, sin

import bpy
import numpy as np
from mathutils import Vector, noise

groups = []


@contextmanager
def group(at=(0, 0, 0), turn=0, scale=1):
    """Everything made inside is placed, turned (degrees) and scaled as one."""
    holder = bpy.data.objects.new('group', None)
    bpy.context.scene.collection.objects.link(holder)
    holder.location, holder.rotation_euler.z, holder.scale = at, radians(turn), (scale,) * 3
    holder.parent = groups[-1] if groups else None
    groups.append(holder)
    yield holder
    groups.pop()


def put(mesh, at=(0, 0, 0), turn=0, scale=1, tilt=0):
    """Many objects may share one mesh: Cycles then keeps it once."""
    thing = bpy.data.objects.new(mesh.name, mesh)
    bpy.context.scene.collection.objects.link(thing)
    thing.location, thing.rotation_euler = at, (radians(tilt), 0, radians(turn))
    thing.scale = scale if isinstance(scale, (tuple, list)) else (scale,) * 3
    thing.parent = groups[-1] if groups else None
    return thing


def mesh(name, vertices, faces, material, smooth=False):
    body = bpy.data.meshes.new(name)
    body.from_pydata([tuple(map(float, v)) for v in vertices], [], [tuple(map(int, f)) for f in faces])
    body.materials.append(material)
    if smooth:
        body.polygons.foreach_set('use_smooth', [True] * len(body.polygons))
    body.update()
    return body


def soften(thing, width, segments=2):
    """Nothing real has a perfectly sharp edge; the light that it catches is what the eye looks for."""
    thing.data.use_auto_smooth = True
    thing.data.polygons.foreach_set('use_smooth', [True] * len(thing.data.polygons))
    bevel = thing.modifiers.new('bevel', 'BEVEL')
    bevel.width, bevel.segments, bevel.limit_method, bevel.harden_normals = width, segments, 'ANGLE', True
    return thing


def smooth(thing, levels=2):
    thing.data.polygons.foreach_set('use_smooth', [True] * len(thing.data.polygons))
    surface = thing.modifiers.new('smooth', 'SUBSURF')
    surface.levels = surface.render_levels = levels
    return thing


BLOCK_FACES = [(0, 3, 2, 1), (4, 5, 6, 7), (0, 1, 5, 4), (1, 2, 6, 5), (2, 3, 7, 6), (3, 0, 4, 7)]


def block(low, high, material, bevel=0.004):
    (a, b, c), (d, e, f) = low, high
    corners = [(a, b, c), (d, b, c), (d, e, c), (a, e, c), (a, b, f), (d, b, f), (d, e, f), (a, e, f)]
    thing = put(mesh('block', corners, BLOCK_FACES, material))
    return soften(thing, bevel) if bevel else thing


def blocks(bounds, material, bevel=0.0):
    """Many blocks as one object: boards, slats, pickets."""
    vertices, faces = [], []
    for (a, b, c), (d, e, f) in bounds:
        start = len(vertices)
        vertices += [(a, b, c), (d, b, c), (d, e, c), (a, e, c), (a, b, f), (d, b, f), (d, e, f), (a, e, f)]
        faces += [tuple(start + i for i in face) for face in BLOCK_FACES]
    thing = put(mesh('blocks', vertices, faces, material))
    return soften(thing, bevel, 1) if bevel else thing


def prism(outline, low, high, material, along='y', bevel=0.0):
    """An outline of (across, up) pairs drawn out along x, y or z."""
    def place(across, up, depth):
        return {'y': (across, depth, up), 'x': (depth, across, up), 'z': (across, up, depth)}[along]

    count = len(outline)
    vertices = [place(*p, low) for p in outline] + [place(*p, high) for p in outline]
    faces = [tuple(range(count)), tuple(reversed(range(count, 2 * count)))]
    faces += [(i, (i + 1) % count, count + (i + 1) % count, count + i) for i in range(count)]
    body = mesh('prism', vertices, faces, material)
    thing = put(body)
    return soften(thing, bevel) if bevel else thing


def turned(profile, material, at=(0, 0, 0), sides=32, stretch=(1, 1)):
    """A body from a lathe; the profile is a list of (radius, height)."""
    angles = [2 * pi * i / sides for i in range(sides)]
    vertices = [(r * cos(t) * stretch[0], r * sin(t) * stretch[1], z) for r, z in profile for t in angles]
    faces = []
    for ring in range(len(profile) - 1):
        for i in range(sides):
            j = (i + 1) % sides
            faces.append((ring * sides + i, ring * sides + j, (ring + 1) * sides + j, (ring + 1) * sides + i))
    faces.append(tuple(reversed(range(sides))))
    faces.append(tuple((len(profile) - 1) * sides + i for i in range(sides)))
    thing = put(mesh('turned', vertices, faces, material, smooth=True), at)
    thing.data.use_auto_smooth = True
    return thing


def rod(start, end, radius, material, sides=12):
    return tube([start, end], radius, material, sides)


def tube(points, radius, material, sides=12, taper=1.0):
    """A pipe through points: taps, legs, rails, branches."""
    points = [Vector(p) for p in points]
    vertices, faces = [], []
    for index, point in enumerate(points):
        ahead = points[min(index + 1, len(points) - 1)] - points[max(index - 1, 0)]
        side = ahead.orthogonal().normalized()
        over = ahead.normalized().cross(side)
        width = radius * (1 + (taper - 1) * index / (len(points) - 1))
        vertices += [point + (side * cos(2 * pi * i / sides) + over * sin(2 * pi * i / sides)) * width for i in range(sides)]
    for ring in range(len(points) - 1):
        for i in range(sides):
            j = (i + 1) % sides
            faces.append((ring * sides + i, ring * sides + j, (ring + 1) * sides + j, (ring + 1) * sides + i))
    faces += [tuple(reversed(range(sides))), tuple((len(points) - 1) * sides + i for i in range(sides))]
    thing = put(mesh('tube', vertices, faces, material, smooth=True))
    thing.data.use_auto_smooth = True
    return thing


def ball(radius, material, at=(0, 0, 0), squash=1.0):
    profile = [(max(radius * sin(t), 1e-4), -radius * squash * cos(t)) for t in np.linspace(0.01, pi - 0.01, 17)]
    return turned(profile, material, at, sides=24)


def sheet(width, depth, height, material, steps=(60, 60), thick=0.0):
    """A cloth or a ground: height(x, y) gives z, over a grid that is centred on the origin."""
    xs, ys = np.linspace(-width / 2, width / 2, steps[0]), np.linspace(-depth / 2, depth / 2, steps[1])
    vertices = [(x, y, height(x, y)) for y in ys for x in xs]
    across = steps[0]
    faces = [
        (j * across + i, j * across + i + 1, (j + 1) * across + i + 1, (j + 1) * across + i)
        for j in range(steps[1] - 1)
        for i in range(across - 1)
    ]
    thing = put(mesh('sheet', vertices, faces, material, smooth=True))
    if thick:
        thing.modifiers.new('thick', 'SOLIDIFY').thickness = thick
    return thing


def cushion(width, depth, height, material, at=(0, 0, 0), turn=0, lean=0, seed=0, square=4):
    """Stuffed: fullest in the middle, pinched at the corners, a little uneven."""
    steps = 22
    grid = np.linspace(-1, 1, steps)
    vertices, faces = [], []
    for side in (1, -1):
        for v in grid:
            for u in grid:
                full = max((1 - abs(u) ** square) * (1 - abs(v) ** square), 0) ** 0.45
                pinch = 1 - 0.06 * (1 - u * u) * abs(v) ** 3
                tuck = 1 - 0.06 * (1 - v * v) * abs(u) ** 3
                lump = 1 + 0.22 * noise.noise(Vector((u * 1.6 + seed, v * 1.6, side)))
                vertices.append((u * width / 2 * tuck, v * depth / 2 * pinch, side * height / 2 * full * lump))
    for side in range(2):
        base = side * steps * steps
        for j in range(steps - 1):
            for i in range(steps - 1):
                face = [base + j * steps + i, base + j * steps + i + 1, base + (j + 1) * steps + i + 1, base + (j + 1) * steps + i]
                faces.append(face if side == 0 else face[::-1])
    return put(mesh('cushion', vertices, faces, material, smooth=True), at, turn, 1, lean)
