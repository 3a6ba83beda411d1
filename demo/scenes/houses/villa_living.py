"""The living room with the old fireplace, and the hall."""

import numpy as np

from houses.villa_room import HIGH, TRIM, WALL, garden_view, kauri, sashes, villa_room
from parts import furniture, light, plants, rooms
from parts import materials as m
from parts.furniture import OAK
from parts.shapes import block, blocks, group, prism, rod, turned
from parts.soft import curtain
from parts.walls import Opening, frame


def fireplace(at, turn=0):
    """A timber surround with a cast-iron insert and tiled cheeks; faces its own -y."""
    wood, iron = m.paint(TRIM, 0.35), m.metal((0.02, 0.02, 0.02), 0.5)
    tile = m.tiles((0.06, 0.17, 0.15), (0.1, 0.1, 0.1), 0.15, 0.15, 'xz', 0.08, 0, 0.2)
    with group(at, turn):
        block((-0.85, -0.28, 0), (0.85, 0, HIGH), m.paint(WALL, 0.6), 0.004)
        with group((0, -0.28, 0)):
            for x in (-0.75, 0.55):
                block((x, -0.06, 0), (x + 0.2, 0, 1.1), wood, 0.008)
                block((x - 0.02, -0.08, 0), (x + 0.22, 0, 0.16), wood, 0.008)
                blocks([((x + 0.04 + i * 0.045, -0.07, 0.22), (x + 0.06 + i * 0.045, -0.055, 1.0)) for i in range(3)], wood, 0.004)
            block((-0.75, -0.06, 1.0), (0.75, 0, 1.2), wood, 0.008)
            block((-0.86, -0.2, 1.2), (0.86, 0, 1.26), wood, 0.012)
            block((-0.8, -0.14, 1.15), (0.8, 0, 1.2), wood, 0.02)
            block((-0.55, -0.025, 0), (0.55, 0, 1.0), tile, 0.003)
            block((-0.36, -0.05, 0), (0.36, -0.02, 0.88), iron, 0.02)
            arch = [(0.24 * np.cos(t), 0.45 + 0.24 * np.sin(t)) for t in np.linspace(0, np.pi, 18)]
            prism([(0.24, 0.02), *arch, (-0.24, 0.02)], -0.056, -0.05, m.paint((0.004, 0.004, 0.004)), 'y')
            for i in range(7):
                rod((-0.2 + i * 0.066, -0.1, 0.06), (-0.2 + i * 0.066, -0.1, 0.22), 0.008, iron)
            rod((-0.22, -0.1, 0.2), (0.22, -0.1, 0.2), 0.01, iron)
            block((-0.85, -0.5, 0), (0.85, 0, 0.02), m.tiles((0.06, 0.17, 0.15), (0.1, 0.1, 0.1), 0.15, 0.15, 'xy', 0.1, 0, 0.2), 0.003)
            furniture.vase((-0.6, -0.1, 1.26), 0.75, (0.75, 0.72, 0.66), 'branch', 5)
            furniture.books((0.35, -0.1, 1.26), flat=2, seed=4)
        furniture.picture((0, -0.285, 1.95), 0, (1.0, 1.0), m.canvas((0.16, 0.25, 0.3), (0.6, 0.62, 0.6), (0.82, 0.78, 0.7), 1.7, 6.0), (0.03, 0.03, 0.03))


def living():
    w, d = 5.2, 4.9
    villa_room(w, d, {'w': [sashes(0.55, 0.75), sashes(1.42, 1.25), sashes(2.79, 0.75)], 'n': []}, daylight=1.0)
    with group((0, 0, 0), 90):
        garden_view(0.3, 4.9)
    fireplace((2.9, d, 0))
    for y in (0.95, 4.1):
        with group((0.16, y, 0.01), 90):
            curtain(0.4, 2.95, m.sheer((0.8, 0.77, 0.7), 0.3), 9)
    rod((0.16, 0.8, 2.98), (0.16, 4.65, 2.98), 0.018, m.metal((0.6, 0.45, 0.2), 0.3))
    furniture.rug((2.75, 2.5, 0), (3.0, 2.3), m.canvas((0.34, 0.12, 0.1), (0.55, 0.4, 0.3), (0.12, 0.15, 0.2), 3.0, 3.0))
    furniture.sofa((4.6, 2.5, 0), -90, 2.2, (0.09, 0.16, 0.2), ((0.72, 0.68, 0.6), (0.6, 0.32, 0.14)))
    furniture.armchair((1.35, 3.35, 0), 55, (0.62, 0.57, 0.48), OAK)
    furniture.table((2.8, 2.4, 0), 20, (0.85, 0.85, 0.4), OAK, round_=True)
    furniture.bowl((2.7, 2.35, 0.4), 0.9, None, (0.3, 0.33, 0.32))
    furniture.books((2.95, 2.5, 0.4), flat=2, seed=6)
    plants.potted((0.7, d - 0.5, 0), 0.95, 'fiddle', m.paint((0.15, 0.15, 0.15)), 7)
    built_in_shelves((4.5, d, 0))
    furniture.pendant((2.7, 2.4, HIGH), 0.8, 'drum', (0.6, 0.45, 0.2), 1.2, 20)
    turned([(0.45, HIGH - 0.03), (0.4, HIGH - 0.05), (0.3, HIGH - 0.03), (0.2, HIGH - 0.06), (0.05, HIGH - 0.03), (0.001, HIGH - 0.03)], m.paint(TRIM), (2.7, 2.4, 0), 48)
    rooms.fill_light((2.8, 0.6, 3.0), 45, 2.4, (0.0, 0.7, -0.6))
    light.sky(34, -75, 0.13, 4.5, 0.4)
    light.expose(0.3)
    light.camera((2.9, 0.15, 1.3), (2.45, 4.8, 1.36), 18.5)


def built_in_shelves(at):
    wood = m.paint(TRIM, 0.4)
    with group(at):
        blocks([((-0.68, -0.28, z), (0.68, 0, z + 0.03)) for z in (0.75, 1.2, 1.6, 2.0, 2.35)], wood, 0.003)
        block((-0.68, -0.32, 0), (0.68, 0, 0.75), wood, 0.004)
        blocks([((-0.66 + i * 0.665, -0.335, 0.06), (-0.01 + i * 0.665, -0.32, 0.72)) for i in range(2)], wood, 0.004)
        for i, z in enumerate((0.78, 1.23, 1.63, 2.03)):
            furniture.books((-0.62 + 0.1 * (i % 2), -0.14, z), upright=14 + 5 * (i % 3), seed=i + 8)
        furniture.bowl((0.42, -0.14, 1.23), 0.7, None, (0.5, 0.25, 0.12))
        plants.potted((0.48, -0.14, 2.03), 0.4, 'round', seed=8)


def hallway():
    w, d = 1.75, 8.5
    trim = m.paint(TRIM, 0.35)
    def fill(o):
        if o.kind == 'doorway':
            return blocks([((o.along - 0.12, 0.155, 0), (o.along, 0.185, o.height + 0.12)), ((o.along + o.width, 0.155, 0), (o.along + o.width + 0.12, 0.185, o.height + 0.12)), ((o.along - 0.14, 0.155, o.height), (o.along + o.width + 0.14, 0.19, o.height + 0.15))], trim, 0.005)
        frame(o, trim, face=0.06, lining=trim)
    villa_room(w, d, {
        'w': [Opening(d - 3.1, 0, 0.9, 2.15, 'doorway'), Opening(d - 6.6, 0, 0.9, 2.15, 'doorway')],
        'e': [Opening(2.9, 0, 0.9, 2.15, 'doorway'), Opening(6.4, 0, 0.9, 2.15, 'doorway')],
        'n': [Opening(0.2, 0.0, 1.35, 2.75, 'window', 2)],
    }, wall=(0.78, 0.77, 0.73), fill=fill, daylight=2.2)
    garden_view(d, w)
    for x in (-1.2, w + 1.2):
        for y in (2.65, 6.15):
            side_room(x, y)
    arch(w, 4.7, trim)
    furniture.rug((w / 2, 3.2, 0), (0.78, 4.6), m.canvas((0.33, 0.11, 0.09), (0.5, 0.36, 0.26), (0.1, 0.13, 0.19), 3.5, 8.0))
    furniture.shelf_unit((w - 0.17, 1.9, 0), -90, (1.1, 0.3, 0.8), OAK, 2)
    furniture.table_lamp((w - 0.17, 2.15, 0.8), 0.85, 9)
    furniture.vase((w - 0.17, 1.6, 0.8), 0.8, (0.2, 0.26, 0.28), 'branch', 9)
    furniture.picture((w, 1.9, 1.65), -90, (0.6, 0.8), m.canvas((0.8, 0.77, 0.7), (0.55, 0.58, 0.56), (0.2, 0.3, 0.34), 1.9, 5.0), OAK)
    furniture.picture((0, 2.0, 1.62), 90, (0.5, 0.65), m.canvas((0.78, 0.72, 0.62), (0.6, 0.42, 0.3), (0.3, 0.2, 0.18), 1.9, 3.0), OAK)
    furniture.picture((0, 1.35, 1.62), 90, (0.5, 0.65), m.canvas((0.8, 0.78, 0.72), (0.45, 0.5, 0.5), (0.18, 0.24, 0.28), 1.9, 7.0), OAK)
    furniture.pendant((w / 2, 2.6, HIGH), 0.75, 'globe', (0.72, 0.5, 0.22), 1.0, 16)
    furniture.pendant((w / 2, 6.4, HIGH), 0.75, 'globe', (0.72, 0.5, 0.22), 1.0, 12)
    rooms.fill_light((w / 2, 0.8, 3.1), 22, 1.2, (0.0, 0.6, -0.7))
    light.sky(40, 15, 0.13, 4.5, 0.4)
    light.expose(0.45)
    light.camera((w / 2, 0.1, 1.4), (w / 2, 8, 1.42), 21)


def side_room(x, y):
    """A glimpse of a lit room beyond each doorway."""
    block((x - 1.0, y - 1.4, -0.1), (x + 1.0, y + 1.4, 0), kauri(), 0)
    far = x - 1.0 if x < 0 else x + 1.0
    block((far - 0.05, y - 1.4, 0), (far + 0.05, y + 1.4, HIGH), m.paint(WALL), 0)
    blocks([((x - 1.0, y - 1.45, 0), (x + 1.0, y - 1.4, HIGH)), ((x - 1.0, y + 1.4, 0), (x + 1.0, y + 1.45, HIGH)), ((x - 1.0, y - 1.4, HIGH), (x + 1.0, y + 1.4, HIGH + 0.05))], m.paint(WALL))
    light.lamp('AREA', (x, y + 1.2, 1.8), 26, (0.95, 0.97, 1.0), 1.5, (0, -1, -0.2))


def arch(w, y, trim):
    """The half-round arch on brackets that divides a villa's hall."""
    outline = [(0.0, 2.2), (0.17, 2.2), *[(w / 2 - (w / 2 - 0.17) * np.cos(t), 2.2 + 0.62 * np.sin(t)) for t in np.linspace(0, np.pi, 24)], (w, 2.2), (w, HIGH), (0, HIGH)]
    prism(outline, y, y + 0.16, m.paint(WALL, 0.6))
    for x in (0.0, w - 0.19):
        block((x, y - 0.03, 2.05), (x + 0.19, y + 0.19, 2.22), trim, 0.02)
        block((x if x == 0 else x + 0.03, y - 0.01, 1.75), (x + 0.16 if x == 0 else w, y + 0.17, 2.06), trim, 0.04)
