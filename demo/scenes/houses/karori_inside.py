"""The rooms of 14 Kōwhai Hollow Rise: oak floors, white walls, mid-century furniture, bush in the windows."""

from parts import bathrooms, furniture, garden, kitchens, light, plants, rooms
from parts import materials as m
from parts.furniture import OAK, WALNUT
from parts.shapes import block, blocks, group, rod, sheet
from parts.soft import curtain
from parts.walls import Opening

WALL = (0.8, 0.79, 0.76)


def oak_floor(along='y'):
    return m.floorboards((0.56, 0.38, 0.22), (0.38, 0.23, 0.12), along, 0.13, 1.9, 0.38)


def bush_view(depth, width, deck=True):
    """A lawn and the bush, north of the room."""
    with group((width / 2, depth + 0.2, -0.25)):
        garden.ground(-40, 0, 40, 60, 0, m.lawn())
        plants.grass(-9, 3.2, 9, 10, 0.07, step=0.6, density=160, wide=0.008)
        if deck:
            garden.deck(-6, 0, 6, 3.2, 0.2)
        plants.bush(80, lambda rng: (rng.uniform(-28, 28), 13 + 22 * rng.uniform() ** 1.3, -0.3), 23, size=(3.5, 7), detail=3000)
        for i, x in enumerate((-7, -4.6, 4.4, 6.8)):
            plants.shrub((x, 9.5 + i % 2, 0), 1.3, plants.SHRUB, 60 + i, 3000)
        with group((0, 44, 0)):
            sheet(160, 60, lambda x, y: (y + 30) * 0.3, m.lawn((0.03, 0.06, 0.012), (0.05, 0.07, 0.02)), (10, 10))


def curtains(x0, x1, y, height, width=0.5, colour=(0.86, 0.84, 0.8), through=0.35):
    for x in (x0, x1 - width):
        with group((x, y, 0.01)):
            curtain(width, height, m.sheer(colour, through), 8)
    rod((x0 - 0.1, y, height + 0.03), (x1 + 0.1, y, height + 0.03), 0.012, m.metal(furniture.BLACK, 0.4))


def living():
    w, d, h = 6.2, 5.4, 2.55
    rooms.room(w, d, h, {
        'n': [Opening(0.9, 0.02, 4.2, 2.15, 'window', 3)],
        'e': [Opening(0.9, 0.9, 2.0, 1.3, 'window', 2)],
    }, m.paint(WALL, 0.6), oak_floor(), daylight=1.0)
    bush_view(d, w)
    curtains(0.85, 5.5, d - 0.12, 2.3)
    furniture.rug((2.9, 2.7, 0), (3.0, 2.1), m.striped((0.62, 0.58, 0.5), (0.72, 0.69, 0.63), (0.3, 0.32, 0.3)))
    furniture.sofa((1.0, 2.75, 0), 90, 2.3, (0.33, 0.36, 0.35), ((0.62, 0.36, 0.12), (0.78, 0.75, 0.69), (0.16, 0.26, 0.24)))
    furniture.armchair((4.5, 3.65, 0), -50, (0.55, 0.32, 0.14), WALNUT)
    furniture.table((2.75, 2.65, 0), 90, (1.15, 0.6, 0.4), WALNUT)
    furniture.books((2.75, 2.95, 0.4), flat=3, seed=2)
    furniture.bowl((2.72, 2.5, 0.4), 0.9)
    furniture.shelf_unit((w - 0.22, 3.4, 0), -90, (1.9, 0.4, 0.62), WALNUT)
    furniture.screen((w - 0.22, 3.4, 0.62), -90, 1.2)
    furniture.vase((w - 0.22, 4.45, 0.62), 0.8, (0.2, 0.26, 0.25), 'grass')
    furniture.floor_lamp((0.55, 4.45, 0), 22)
    plants.potted((5.45, 4.8, 0), 1.1, 'fiddle', m.paint((0.78, 0.76, 0.72)), 3)
    furniture.picture((0.0, 2.75, 1.6), 90, (1.5, 0.95), m.canvas((0.72, 0.68, 0.58), (0.24, 0.34, 0.33), (0.62, 0.34, 0.14), 1.3, 4.0), OAK)
    furniture.heat_pump((w, 1.2, 2.1), -90)
    rooms.fill_light((2.6, 0.8, 2.35), 45, 2.6, (0.1, 0.7, -0.6))
    light.sky(40, 52, 0.15, 5.0, 0.4)
    light.expose(0.3)
    light.camera((4.45, 0.2, 1.25), (2.5, 5.0, 0.98), 20)


def kitchen():
    w, d, h = 5.6, 5.0, 2.55
    white, oak = m.paint((0.83, 0.83, 0.81), 0.35), m.timber(*OAK, 'x')
    bench = m.stone((0.84, 0.83, 0.81), (0.55, 0.54, 0.52), 0.18, 0.35)
    rooms.room(w, d, h, {
        'n': [Opening(1.5, 1.05, 2.4, 1.1, 'window', 2)],
        'e': [Opening(1.0, 0.02, 2.6, 2.15, 'window', 2)],
    }, m.paint(WALL, 0.6), oak_floor('x'), daylight=1.0)
    bush_view(d, w, deck=False)
    with group((w, 0, 0), -90):
        bush_view(0, -5)
    kitchens.cabinets((0.9, d, 0), 0, 4.5, white, bench, drawers=(0, 1), skip=())
    tiles = m.tiles((0.72, 0.78, 0.76), (0.8, 0.8, 0.78), 0.2, 0.065, 'xz', 0.12, 0.5, 0.1)
    block((0.9, d - 0.012, 0.91), (w, d, 1.05), tiles, 0)
    block((0.9, d - 0.012, 1.05), (1.7, d, 1.55), tiles, 0)
    block((4.1, d - 0.012, 1.05), (w, d, 1.55), tiles, 0)
    kitchens.wall_units((4.2, d, 1.55), 0, 1.2, white)
    kitchens.wall_units((0.92, d, 1.55), 0, 0.6, white)
    block((0.0, d - 0.7, 0), (0.02, d, 2.2), white, 0)
    kitchens.fridge((0.02, d, 0), 0, 0.86)
    kitchens.sink((2.5, d - 0.52, 0.91))
    kitchens.tap((2.85, d - 0.08, 0.91))
    kitchens.hob((4.3, d - 0.56, 0.91))
    kitchens.oven((4.5, d - 0.63, 0.15))
    kitchens.bench_things((1.3, d - 0.16, 0.91))
    plants.potted((3.75, d - 0.02, 1.05), 0.35, 'round', seed=4)
    island(oak, bench)
    furniture.pendant((1.9, 2.3, h), 0.85, 'dome', (0.06, 0.16, 0.15))
    furniture.pendant((3.2, 2.3, h), 0.85, 'dome', (0.06, 0.16, 0.15))
    rooms.downlights([(1.2, 3.9), (2.8, 3.9), (4.4, 3.9)], h, 5)
    rooms.fill_light((2.6, 0.6, 2.4), 45, 2.6, (0.0, 0.7, -0.6))
    light.sky(40, 60, 0.15, 5.0, 0.4)
    light.expose(0.3)
    light.camera((0.45, 0.2, 1.35), (3.05, 4.6, 1.08), 20)


def island(front, top):
    with group((1.2, 1.85, 0)):
        block((0, 0.22, 0.08), (2.6, 0.9, 0.88), front, 0.003)
        block((-0.04, -0.06, 0.88), (2.64, 0.94, 0.92), top, 0.005)
        blocks([((x, 0.212, 0.1), (x + 0.004, 0.222, 0.87)) for x in (0.65, 1.3, 1.95)], m.paint((0.1, 0.07, 0.04)))
        for i in range(3):
            furniture.stool((0.5 + i * 0.8, -0.08, 0), 20 * i, WALNUT)
        furniture.bowl((0.7, 0.45, 0.92), 1.1, (0.75, 0.5, 0.06))
        furniture.vase((2.0, 0.5, 0.92), 0.95, (0.82, 0.8, 0.76), 'branch', 2)


def dining():
    w, d, h = 5.4, 4.6, 2.55
    rooms.room(w, d, h, {'n': [Opening(0.7, 0.02, 4.0, 2.15, 'window', 3)]}, m.paint(WALL, 0.6), oak_floor(), daylight=1.1)
    bush_view(d, w)
    curtains(0.6, 4.8, d - 0.12, 2.3, 0.45)
    furniture.rug((2.6, 2.4, 0), (3.1, 2.2), m.striped((0.3, 0.33, 0.32), (0.42, 0.44, 0.42), (0.6, 0.57, 0.5)))
    furniture.table((2.6, 2.4, 0), 0, (2.1, 0.98, 0.74), WALNUT)
    for i in range(3):
        furniture.chair((1.9 + i * 0.7, 3.05, 0), 3 * i - 3, WALNUT, (0.62, 0.57, 0.48))
        furniture.chair((1.9 + i * 0.7, 1.72, 0), 180 + 4 * i, WALNUT, (0.62, 0.57, 0.48))
    furniture.vase((2.5, 2.4, 0.74), 1.1, (0.14, 0.22, 0.22), 'branch', 3)
    furniture.bowl((3.1, 2.45, 0.74), 0.8, (0.6, 0.08, 0.05))
    furniture.pendant((2.6, 2.4, h), 0.95, 'cone', (0.82, 0.8, 0.76), 1.6, 25)
    furniture.shelf_unit((0.22, 2.6, 0), 90, (1.7, 0.4, 0.8), WALNUT)
    furniture.table_lamp((0.22, 3.2, 0.8), 0.9, 10)
    furniture.books((0.2, 2.0, 0.8), upright=9, seed=3)
    furniture.picture((0.0, 2.5, 1.62), 90, (0.85, 1.1), m.canvas((0.82, 0.79, 0.7), (0.5, 0.55, 0.5), (0.13, 0.22, 0.22), 1.6, 9.0), WALNUT)
    rooms.fill_light((2.9, 0.7, 2.35), 40, 2.4, (-0.1, 0.7, -0.6))
    light.sky(40, -50, 0.15, 5.0, 0.4)
    light.expose(0.35)
    light.camera((4.75, 0.25, 1.35), (2.0, 4.2, 0.98), 20)


def bedroom():
    w, d, h = 4.4, 4.2, 2.5
    rooms.room(w, d, h, {'e': [Opening(1.0, 0.6, 2.3, 1.6, 'window', 2)]}, m.paint(WALL, 0.6), m.fabric((0.5, 0.47, 0.42), 160, 0.15), feature={'n': m.paint((0.3, 0.38, 0.36), 0.6)}, daylight=1.3)
    with group((w, 0, 0), -90):
        bush_view(0.5, -4, deck=False)
    with group((w - 0.14, 0.72, 0.01), 90):
        curtain(0.45, 2.3, m.sheer((0.88, 0.86, 0.82), 0.4), 8)
    with group((w - 0.14, 3.2, 0.01), 90):
        curtain(0.45, 2.3, m.sheer((0.88, 0.86, 0.82), 0.4), 8)
    rod((w - 0.14, 0.6, 2.33), (w - 0.14, 3.75, 2.33), 0.012, m.metal(furniture.BLACK, 0.4))
    furniture.bed((1.95, d - 1.1, 0), 0, 1.65, duvet=(0.8, 0.79, 0.76), head=(0.5, 0.46, 0.4), cover=(0.55, 0.34, 0.16), accents=((0.2, 0.3, 0.28), (0.62, 0.4, 0.2)))
    furniture.bedside((0.72, d - 0.3, 0), 0, OAK)
    furniture.bedside((3.2, d - 0.3, 0), 0, OAK)
    furniture.rug((1.95, 1.9, 0), (2.7, 1.6), m.fabric((0.72, 0.69, 0.63), 120, 0.2))
    furniture.picture((1.95, d, 1.72), 0, (1.2, 0.75), m.canvas((0.8, 0.76, 0.68), (0.66, 0.6, 0.5), (0.4, 0.45, 0.42), 1.2, 2.0), OAK)
    plants.potted((3.95, 3.85, 0), 0.95, 'palm', m.paint((0.16, 0.2, 0.19)), 5)
    rooms.fill_light((1.6, 0.6, 2.3), 30, 2.2, (0.1, 0.7, -0.6))
    light.sky(38, 130, 0.15, 5.0, 0.4)
    light.expose(0.4)
    light.camera((0.35, 0.2, 1.3), (2.45, 3.9, 0.95), 20.5)


def bathroom():
    w, d, h = 3.0, 3.2, 2.45
    floor = m.tiles((0.5, 0.5, 0.48), (0.42, 0.42, 0.41), 0.6, 0.6, 'xy', 0.3, 0, 0.03)
    wall_tiles = m.tiles((0.82, 0.83, 0.81), (0.5, 0.5, 0.49), 0.3, 0.1, 'xz', 0.1, 0.5, 0.06, 0.004)
    rooms.room(w, d, h, {'n': [Opening(0.25, 1.25, 1.2, 0.85, 'window', 1)]}, m.paint(WALL, 0.5), floor, high_skirting=0, feature={'n': wall_tiles, 'e': wall_tiles}, daylight=2.6)
    bush_view(d, w, deck=False)
    metal = m.metal((0.72, 0.72, 0.72), 0.14)
    with group((0, 1.55, 0), 90):
        bathrooms.vanity((0, 0, 0), 0, 1.15, m.timber(*OAK, 'x'), m.stone(amount=0.2), metal)
        bathrooms.round_mirror((0, 0, 1.62), 0, 0.38)
        bathrooms.wall_lamp((-0.55, 0, 1.62), 0, 6, metal)
        bathrooms.wall_lamp((0.55, 0, 1.62), 0, 6, metal)
    bathrooms.tub((2.1, d - 0.5, 0), 0, 1.55, 0.76)
    bathrooms.floor_tap((1.2, d - 0.28, 0), 90, metal)
    bathrooms.toilet((w, 1.4, 0), -90)
    bathrooms.towel_rail((w, 0.62, 1.25), -90, 0.6, (0.25, 0.36, 0.35), metal)
    plants.potted((0.34, d - 0.36, 0), 1.0, 'palm', seed=6)
    rooms.downlights([(0.8, 1.2), (2.1, 1.2), (1.5, 2.5)], h, 8)
    rooms.fill_light((1.5, 0.5, 2.3), 14, 1.6, (0.0, 0.7, -0.6))
    light.sky(40, 20, 0.12, 4.0, 0.4)
    light.expose(0.3)
    light.camera((2.2, 0.12, 1.3), (1.1, d, 1.0), 17.5)
