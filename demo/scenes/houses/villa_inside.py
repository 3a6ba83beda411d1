"""The rooms of 7 Lanternmaker Lane: kauri floors, high ceilings, the old fireplace; a kitchen and a bathroom of 2022."""

import numpy as np

from parts import bathrooms, furniture, garden, kitchens, light, plants, rooms
from parts import materials as m
from parts.furniture import OAK, WALNUT
from parts.shapes import ball, block, blocks, group, mesh, prism, put, rod, turned
from parts.soft import curtain
from parts.walls import Opening, frame, panel_door

WALL, TRIM = (0.8, 0.79, 0.75), (0.86, 0.85, 0.82)
HIGH = 3.3


def kauri(along='y'):
    return m.floorboards((0.58, 0.31, 0.13), (0.4, 0.19, 0.07), along, 0.135, 4.5, 0.28)


def villa_room(w, d, openings, h=HIGH, floor=None, wall=WALL, **more):
    """Deep skirtings, wide architraves, a cornice and a picture rail."""
    trim = m.paint(TRIM, 0.35)
    rooms.room(w, d, h, openings, m.paint(wall, 0.6), floor or kauri(), joinery=trim, sash=trim, high_skirting=0.26, **more)
    rooms.cornice(w, d, h, trim, 0.14)
    for low, high in (((0, 0, 2.55), (0.02, d, 2.6)), ((w - 0.02, 0, 2.55), (w, d, 2.6)), ((0, d - 0.02, 2.55), (w, d, 2.6))):
        block(low, high, trim, 0.005)


def garden_view(depth, width):
    with group((width / 2, depth + 0.2, -0.5)):
        garden.ground(-30, 0, 30, 40, 0, m.lawn())
        garden.paling_fence((-12, 9), (12, 9), 1.8)
        plants.bush(34, lambda rng: (rng.uniform(-16, 16), rng.uniform(7.5, 16), -0.2), 61, plants.SHRUB, (2.2, 6), 3500, 0.1)
        for i in range(9):
            plants.shrub((-4.5 + i * 1.1, 5.5 + 0.5 * (i % 2), 0), 0.9 + 0.2 * (i % 3), plants.SHRUB, 66 + i % 4, 2600)


def sashes(along, width=1.0, sill=0.65, height=2.1):
    return Opening(along, sill, width, height, 'window', 1, 2)


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


def kitchen():
    w, d, h = 5.4, 5.2, 3.1
    navy, marble = m.paint((0.035, 0.075, 0.105), 0.4), m.stone((0.87, 0.86, 0.85), (0.42, 0.43, 0.44), 0.1, 0.7)
    brass = m.metal((0.72, 0.5, 0.22), 0.25)
    villa_room(w, d, {'e': [Opening(1.3, 0.02, 2.6, 2.4, 'window', 2)], 'n': [sashes(2.0, 1.4, 1.15, 1.5)]}, h, kauri('x'), daylight=1.1)
    garden_view(d, w)
    with group((w, 0, 0), -90):
        garden_view(0.3, -5)
    kitchens.cabinets((0.0, d, 0), 0, 5.4, navy, marble, drawers=(1, 2, 6), style='shaker', handle='knob', metal=brass)
    tile = m.tiles((0.85, 0.85, 0.83), (0.72, 0.71, 0.7), 0.15, 0.06, 'xz', 0.08, 0.5, 0.06)
    block((0, d - 0.012, 0.91), (2.0, d, 2.3), tile, 0)
    block((3.4, d - 0.012, 0.91), (w, d, 2.3), tile, 0)
    block((2.0, d - 0.012, 0.91), (3.4, d, 1.08), tile, 0)
    for x0, x1 in ((0.0, 1.75), (3.75, 5.4)):
        for z in (1.5, 1.9):
            block((x0, d - 0.26, z), (x1, d - 0.012, z + 0.035), m.timber(*OAK, 'x'), 0.004)
    shelf_things(d)
    kitchens.hob((4.2, d - 0.56, 0.91))
    kitchens.oven((4.25, d - 0.63, 0.15))
    kitchens.sink((2.35, d - 0.52, 0.91))
    kitchens.tap((2.7, d - 0.09, 0.91), metal=brass, high=0.4)
    kitchens.bench_things((0.7, d - 0.16, 0.91))
    with group((1.25, 2.1, 0)):
        block((0, 0.15, 0.08), (2.5, 0.95, 0.88), navy, 0.003)
        for i in range(4):
            kitchens.face((i * 0.625 + 0.01, (i + 1) * 0.625 - 0.01), (0.1, 0.86), 0.13, navy, 'shaker')
        block((-0.05, -0.16, 0.88), (2.55, 1.0, 0.92), marble, 0.005)
        for i in range(3):
            furniture.stool((0.45 + i * 0.8, -0.22, 0), 15 * i, OAK, metal=m.metal(furniture.BLACK, 0.4))
        furniture.vase((1.85, 0.5, 0.92), 1.05, (0.82, 0.8, 0.76), 'branch', 6)
        furniture.bowl((0.75, 0.45, 0.92), 1.1, (0.5, 0.55, 0.08))
    for x in (1.9, 3.1):
        furniture.pendant((x, 2.65, h), 1.2, 'globe', (0.72, 0.5, 0.22), 1.0, 14)
    rooms.downlights([(1.2, 4.2), (2.7, 4.2), (4.2, 4.2)], h, 7)
    rooms.fill_light((2.4, 0.6, 2.9), 45, 2.6, (0.0, 0.7, -0.6))
    light.sky(36, 75, 0.13, 4.5, 0.4)
    light.expose(0.35)
    light.camera((0.55, 0.15, 1.4), (2.95, 4.8, 1.22), 19.5)


def shelf_things(d):
    """Plates, cups and jars on the open shelves."""
    plate = m.gloss((0.82, 0.81, 0.78), 0.2)
    rng = np.random.default_rng(12)
    for x0, x1 in ((0.15, 1.6), (3.9, 5.2)):
        for z in (1.535, 1.935):
            x = x0
            while x < x1:
                kind = rng.integers(3)
                if kind == 0:
                    for i in range(5):
                        turned([(0.001, 0), (0.06, 0), (0.095, 0.012), (0.094, 0.016), (0.001, 0.008)], plate, (x, d - 0.14, z + i * 0.011))
                elif kind == 1:
                    turned([(0.001, 0), (0.03, 0), (0.042, 0.02), (0.042, 0.085), (0.038, 0.085), (0.036, 0.02), (0.001, 0.012)], m.paint((0.2, 0.28, 0.3), 0.3), (x, d - 0.14, z))
                else:
                    turned([(0.001, 0), (0.05, 0), (0.052, 0.13), (0.045, 0.15), (0.045, 0.17), (0.001, 0.172)], m.gloss((0.6, 0.52, 0.4), 0.15), (x, d - 0.14, z))
                x += rng.uniform(0.14, 0.26)


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


def bedroom():
    w, d = 4.5, 4.4
    villa_room(w, d, {'w': [sashes(0.9, 1.0), sashes(2.2, 1.0)]}, wall=(0.76, 0.75, 0.71), feature={'n': m.paint((0.42, 0.46, 0.45), 0.6)}, daylight=1.4)
    with group((0, 0, 0), 90):
        garden_view(0.3, 4.4)
    for y in (0.75, 3.35):
        with group((0.16, y, 0.01), 90):
            curtain(0.42, 2.9, m.sheer((0.87, 0.85, 0.8), 0.4), 9)
    rod((0.16, 0.6, 2.93), (0.16, 3.95, 2.93), 0.016, m.metal((0.6, 0.45, 0.2), 0.3))
    furniture.bed((2.4, d - 1.1, 0), 0, 1.55, duvet=(0.82, 0.8, 0.76), cover=(0.16, 0.23, 0.27), accents=((0.58, 0.33, 0.2),), wood=OAK, seed=5.0)
    furniture.bedside((1.22, d - 0.3, 0), 0, OAK)
    furniture.bedside((3.58, d - 0.3, 0), 0, OAK)
    furniture.rug((2.4, 1.9, 0), (2.5, 1.7), m.striped((0.68, 0.64, 0.57), (0.75, 0.72, 0.66), (0.42, 0.45, 0.44), 0.09))
    furniture.picture((2.4, d, 1.85), 0, (0.95, 0.95), m.canvas((0.8, 0.75, 0.68), (0.72, 0.56, 0.44), (0.3, 0.36, 0.38), 1.3, 11.0), OAK)
    furniture.armchair((0.95, 3.65, 0), 40, (0.55, 0.36, 0.24), OAK)
    furniture.pendant((2.4, 2.2, HIGH), 0.8, 'drum', (0.8, 0.78, 0.74), 1.1, 16)
    rooms.fill_light((2.6, 0.6, 3.0), 36, 2.2, (0.0, 0.7, -0.6))
    light.sky(34, -80, 0.13, 4.5, 0.4)
    light.expose(0.35)
    light.camera((3.95, 0.15, 1.35), (1.85, 4.1, 1.2), 20)


def bathroom():
    w, d, h = 2.7, 3.1, 2.9
    floor = m.tiles((0.72, 0.71, 0.69), (0.1, 0.1, 0.1), 0.1, 0.1, 'xy', 0.25, 0, 0.06)
    green = m.tiles((0.2, 0.32, 0.28), (0.55, 0.57, 0.54), 0.065, 0.2, 'xz', 0.08, 0.0, 0.16)
    brass = m.metal((0.72, 0.5, 0.22), 0.22)
    rooms.room(w, d, h, {'n': [sashes(0.35, 0.85, 1.35, 1.15)]}, m.paint(WALL, 0.5), floor, joinery=m.paint(TRIM), sash=m.paint(TRIM), high_skirting=0, feature={'n': green}, daylight=3.0)
    rooms.cornice(w, d, h, m.paint(TRIM), 0.1)
    garden_view(d, w)
    with group((w, 1.75, 0), -90):
        bathrooms.vanity((0, 0, 0), 0, 1.0, m.paint((0.07, 0.11, 0.12), 0.4), m.stone(), brass, style='shaker', foot=0.1)
        bathrooms.round_mirror((0, 0, 1.65), 0, 0.36, brass)
        bathrooms.wall_lamp((-0.52, 0, 1.65), 0, 6, brass)
        bathrooms.wall_lamp((0.52, 0, 1.65), 0, 6, brass)
    bathrooms.tub((1.75, d - 0.48, 0), 0, 1.6, 0.76)
    bathrooms.floor_tap((0.82, d - 0.3, 0), 90, brass)
    with group((0, 1.35, 0), 90):
        bathrooms.toilet((-0.0, 0, 0), 0)
    bathrooms.towel_rail((0, 2.3, 1.3), 90, 0.55, (0.8, 0.77, 0.7), brass)
    plants.potted((0.36, d - 0.34, 0), 0.85, 'palm', seed=9)
    furniture.stool((1.55, 2.0, 0), 10, OAK, 0.45)
    rooms.downlights([(0.8, 1.2), (1.9, 1.2), (1.35, 2.3)], h, 9)
    rooms.fill_light((1.4, 0.5, 2.7), 14, 1.4, (0.0, 0.7, -0.6))
    light.sky(38, -15, 0.13, 4.0, 0.4)
    light.expose(0.35)
    light.camera((0.6, 0.1, 1.35), (1.62, d, 1.08), 17.5)
