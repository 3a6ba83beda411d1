"""Roofs of long-run steel, their gutters and bargeboards."""

from math import cos, pi

from mathutils import Vector

from .shapes import block, blocks, group, mesh, prism, put, tube


def corrugated(corners, material, pitch=0.076, depth=0.018, ribs=False):
    """A sheet over four corners: eave left, eave right, ridge right, ridge left; the waves run up the slope."""
    a, b, c, d = (Vector(p) for p in corners)
    normal = (b - a).cross(d - a).normalized()
    length = max((b - a).length, (c - d).length)
    per_wave = 6
    count = int(length / pitch * per_wave)
    vertices = []
    for i in range(count + 1):
        t = i / count
        phase = (i % per_wave) / per_wave
        lift = depth * (0.5 + 0.5 * cos(2 * pi * phase)) if not ribs else (depth * 1.6 if i % (per_wave * 4) < 2 else 0)
        vertices += [a.lerp(b, t) + normal * lift, d.lerp(c, t) + normal * lift]
    faces = [(2 * i, 2 * i + 2, 2 * i + 3, 2 * i + 1) for i in range(count)]
    return put(mesh('corrugated', vertices, faces, material, smooth=not ribs))


def gutter(start, end, material, size=0.11):
    """A quad gutter along the eave."""
    (a, b, c), (d, e, _) = start, end
    low, high = (min(a, d) - (size if a == d else 0), min(b, e) - (size if b == e else 0), c - size), (max(a, d), max(b, e), c)
    block(low, high, material, 0.008)


def gable(x0, x1, y0, y1, eave, rise, material, trim, soffit, over=0.6, end=0.5, thick=0.18, along='x'):
    """A ridge along x or y in the middle; the roof hangs over the walls on all sides."""
    if along == 'y':
        with group((0, 0, 0), 90):
            return gable(y0, y1, -x1, -x0, eave, rise, material, trim, soffit, over, end, thick)
    middle, half = (y0 + y1) / 2, (y1 - y0) / 2
    slope = rise / half
    foot = eave - over * slope
    left, right = x0 - end, x1 + end
    front, back, top = y0 - over, y1 + over, eave + rise
    # The body is a thick plate under the steel: it gives the roof its edge and its soffit.
    plate = [(front, foot - 0.02), (front, foot + thick - 0.03), (middle, top + thick - 0.03), (back, foot + thick - 0.03), (back, foot - 0.02), (middle, top - 0.02)]
    prism(plate, left + 0.02, right - 0.02, soffit, 'x')
    ridge = top + thick
    corrugated([(left, front - 0.05, foot + thick - 0.01), (right, front - 0.05, foot + thick - 0.01), (right, middle, ridge), (left, middle, ridge)], material)
    corrugated([(right, back + 0.05, foot + thick - 0.01), (left, back + 0.05, foot + thick - 0.01), (left, middle, ridge), (right, middle, ridge)], material)
    tube([(left, middle, ridge + 0.01), (right, middle, ridge + 0.01)], 0.09, material, 10)
    gutter((left, front, foot + thick - 0.02), (right, front, foot + thick - 0.02), trim)
    gutter((left, back + 0.11, foot + thick - 0.02), (right, back + 0.11, foot + thick - 0.02), trim)
    for x in (left, right - 0.03):
        board = [(front, foot - 0.06), (middle, top - 0.06), (back, foot - 0.06), (back, foot + thick + 0.02), (middle, top + thick + 0.03), (front, foot + thick + 0.02)]
        prism(board[:2] + board[4:], x, x + 0.035, trim, 'x')
        prism(board[1:5], x, x + 0.035, trim, 'x')


def gable_end(x, y0, y1, eave, rise, material, thick=0.16):
    """The triangle of wall under a gable, cut from weatherboards."""
    middle = (y0 + y1) / 2
    row, boards = eave, []
    while row < eave + rise - 0.05:
        t = (row - eave) / rise
        half = (y1 - y0) / 2 * (1 - t)
        boards.append(((x - 0.03, middle - half, row), (x + thick, middle + half, min(row + 0.15, eave + rise))))
        boards.append(((x - 0.045, middle - half, row), (x - 0.02, middle + half, row + 0.05)))
        row += 0.15
    blocks(boards, material)


def hip(x0, x1, y0, y1, eave, rise, material, trim, soffit, over=0.45):
    """Four slopes that meet in a short ridge along the longer side."""
    left, right, front, back = x0 - over, x1 + over, y0 - over, y1 + over
    top, inset = eave + rise, (back - front) / 2
    ridge = [(left + inset, (front + back) / 2, top), (right - inset, (front + back) / 2, top)]
    corrugated([(left, front, eave), (right, front, eave), ridge[1], ridge[0]], material)
    corrugated([(right, back, eave), (left, back, eave), ridge[0], ridge[1]], material)
    corrugated([(left, back, eave), (left, front, eave), ridge[0], ridge[0]], material)
    corrugated([(right, front, eave), (right, back, eave), ridge[1], ridge[1]], material)
    for corner, end in (((left, front, eave), ridge[0]), ((left, back, eave), ridge[0]), ((right, front, eave), ridge[1]), ((right, back, eave), ridge[1]), (ridge[0], ridge[1])):
        tube([(corner[0], corner[1], corner[2] + 0.02), (end[0], end[1], end[2] + 0.02)], 0.06, material, 8)
    block((left + 0.03, front + 0.03, eave - 0.06), (right - 0.03, back - 0.03, eave - 0.03), soffit, 0)
    block((left, front, eave - 0.2), (right, front + 0.03, eave - 0.02), trim)
    block((left, front, eave - 0.2), (left + 0.03, back, eave - 0.02), trim)
    block((right - 0.03, front, eave - 0.2), (right, back, eave - 0.02), trim)
    gutter((left, front, eave + 0.02), (right, front, eave + 0.02), trim)
