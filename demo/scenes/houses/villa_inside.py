"""The kitchen and the bathroom of 2022, and a bedroom."""

import numpy as np

from houses.villa_room import HIGH, TRIM, WALL, garden_view, kauri, sashes, villa_room
from parts import bathrooms, furniture, kitchens, light, plants, rooms
from parts import materials as m
from parts.furniture import OAK
from parts.shapes import block, group, rod, turned
from parts.soft import curtain
from parts.walls import Opening


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
