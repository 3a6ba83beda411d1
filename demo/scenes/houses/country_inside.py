"""The rooms of 231 Old Windmill Ford Road: tall glass to the court, oak, concrete, linen."""

from parts import bathrooms, furniture, garden, kitchens, light, plants, rooms
from parts import materials as m
from parts.furniture import OAK, WALNUT
from parts.shapes import block, blocks, cushion, group, put, rod
from parts.soft import curtain
from parts.walls import Opening

WALL = (0.8, 0.78, 0.74)


def oak(along='y'):
    return m.floorboards((0.6, 0.45, 0.3), (0.44, 0.31, 0.19), along, 0.2, 2.4, 0.4)


def court_view(depth, width, pool=True):
    """Paving, the pool, olives and dry hills beyond the glass."""
    with group((width / 2, depth + 0.18, -0.06)):
        garden.ground(-30, 0, 30, 8, 0, m.tiles((0.36, 0.335, 0.295), (0.24, 0.225, 0.2), 0.9, 0.6, 'xy', 0.6, 0.5, 0.08), 0.2)
        garden.ground(-200, 8, 200, 160, -0.02, m.lawn((0.17, 0.17, 0.05), (0.3, 0.25, 0.1)), 0.2)
        plants.hills(50, 500, 260, 60, m.lawn((0.2, 0.18, 0.06), (0.34, 0.28, 0.12)), 5.0)
        if pool:
            block((-4, 3.6, 0.0), (4, 6.8, 0.02), m.concrete((0.62, 0.6, 0.56), 0.6), 0.01)
            block((-3.7, 3.9, 0.015), (3.7, 6.5, 0.025), m.gloss((0.1, 0.32, 0.36), 0.03), 0)
        for i, (x, y) in enumerate(((-6, 8.5), (-2.2, 10.5), (2.6, 9.4), (6.4, 8.8), (9.5, 11), (-9.5, 11))):
            plants.tree((x, y, 0), 3.9, 3.3, plants.OLIVE, 55 + i % 2, 7000, (0.11, 0.034), 0.3, i * 66, radius=0.13)
        plants.bush(26, lambda rng: (rng.uniform(-60, 60), rng.uniform(28, 50), -0.5), 75, plants.SHRUB, (5, 10), 1800, 0)
        for i in range(10):
            put(plants.blades(15 + i % 3, 110, 0.8, 0.008, 0.1, 0.9, ((0.35, 0.33, 0.16), (0.5, 0.45, 0.25)), 0.55, 5), (-5.5 + i * 1.2, 7.6, 0), i * 70)


def sheers(x0, x1, y, height, width=0.6):
    for x in (x0, x1 - width):
        with group((x, y, 0.01)):
            curtain(width, height, m.sheer((0.88, 0.86, 0.82), 0.5), 8)


def living():
    w, d, h = 7.4, 6.2, 3.1
    rooms.room(w, d, h, {'n': [Opening(0.5, 0.02, 6.4, 2.75, 'window', 4)]}, m.paint(WALL, 0.6), oak(), ceiling=m.floorboards((0.6, 0.42, 0.26), (0.46, 0.3, 0.17), 'y', 0.12, 3.0, 0.5), high_skirting=0.06,
               feature={'e': m.concrete((0.5, 0.49, 0.47), 0.7, 1.2, 'xz')}, daylight=0.75)
    court_view(d, w)
    sheers(0.25, 7.2, d - 0.14, 3.0, 0.55)
    furniture.rug((3.3, 3.3, 0), (3.8, 2.8), m.striped((0.7, 0.66, 0.58), (0.76, 0.73, 0.66), (0.6, 0.55, 0.46), 0.06))
    furniture.sofa((1.15, 3.2, 0), 90, 2.8, (0.64, 0.6, 0.53), ((0.35, 0.28, 0.2), (0.78, 0.76, 0.7), (0.28, 0.3, 0.24), (0.5, 0.36, 0.22)))
    furniture.armchair((4.85, 4.5, 0), -35, (0.24, 0.22, 0.2), OAK)
    furniture.armchair((5.3, 3.2, 0), -75, (0.24, 0.22, 0.2), OAK)
    furniture.table((3.1, 3.3, 0), 90, (1.3, 0.8, 0.36), OAK)
    furniture.books((3.1, 3.6, 0.36), flat=3, seed=7)
    furniture.bowl((3.1, 3.05, 0.36), 1.2, None, (0.12, 0.12, 0.12))
    linear_fire((w, 2.2, 0))
    furniture.floor_lamp((0.55, 5.1, 0), 22)
    plants.potted((6.8, 5.4, 0), 1.5, 'fiddle', m.concrete((0.4, 0.39, 0.38)), 4)
    furniture.picture((0, 3.2, 1.72), 90, (2.0, 1.2), m.canvas((0.76, 0.68, 0.54), (0.48, 0.4, 0.28), (0.24, 0.28, 0.26), 0.9, 8.0), OAK, mat=False)
    rooms.downlights([(1.6, 1.6), (3.6, 1.6), (5.6, 1.6)], h, 6)
    rooms.fill_light((3.6, 0.8, 2.9), 45, 3.0, (0.0, 0.7, -0.5))
    light.sky(38, 40, 0.14, 4.5, 0.4)
    light.expose(0.3)
    light.camera((5.0, 0.2, 1.3), (2.95, 6.0, 1.32), 18.5)


def linear_fire(at):
    """A long gas fire let into the concrete wall, a bench of oak below."""
    with group(at, -90):
        block((-1.4, -0.012, 0.55), (1.4, 0.0, 1.0), m.paint((0.01, 0.01, 0.01)), 0)
        block((-1.3, -0.016, 0.58), (1.3, -0.012, 0.6), m.glow((1, 0.42, 0.1), 4), 0)
        block((-2.0, -0.42, 0.28), (2.0, 0.0, 0.36), m.timber(*OAK, 'x'), 0.006)
        furniture.books((-1.6, -0.2, 0.36), flat=4, seed=9)
        furniture.vase((1.6, -0.2, 0.36), 1.0, (0.2, 0.19, 0.18), 'grass', 4)


def kitchen():
    w, d, h = 6.6, 5.6, 3.0
    black, wood = m.paint((0.03, 0.031, 0.032), 0.45), m.timber(*OAK, 'z')
    stone = m.stone((0.3, 0.3, 0.29), (0.6, 0.58, 0.55), 0.2, 0.35)
    pale = m.stone((0.86, 0.85, 0.82), (0.58, 0.54, 0.48), 0.12, 0.6)
    rooms.room(w, d, h, {'e': [Opening(0.6, 0.02, 4.4, 2.6, 'window', 3)], 'n': [Opening(2.2, 0.95, 2.6, 0.62, 'window', 1)]}, m.paint(WALL, 0.6), oak('x'), high_skirting=0.06, daylight=0.8)
    with group((w, 0, 0), -90):
        court_view(0, -5.6)
    court_view(d, w, pool=False)
    kitchens.cabinets((1.2, d, 0), 0, 5.4, black, stone, drawers=(0, 1, 2, 7, 8), handle='none', style='slab', thick=0.02)
    tall(wood, d)
    block((1.2, d - 0.015, 0.91), (w, d, 0.95), stone, 0)
    for x0, x1 in ((1.2, 1.8), (4.4, w)):
        block((x0, d - 0.015, 0.95), (x1, d, 1.6), stone, 0)
    block((1.8, d - 0.015, 1.57), (4.4, d, 1.6), stone, 0)
    kitchens.wall_units((1.2, d, 1.6), 0, 5.4, wood, 0.8, 0.36, 0.9)
    kitchens.sink((2.6, d - 0.52, 0.91))
    kitchens.tap((2.95, d - 0.09, 0.91), metal=m.metal((0.05, 0.05, 0.05), 0.35), high=0.36)
    kitchens.hob((4.75, d - 0.56, 0.91), width=0.85)
    kitchens.bench_things((1.5, d - 0.16, 0.91))
    with group((1.35, 1.95, 0)):
        block((0, 0.1, 0.0), (3.5, 1.05, 0.9), wood, 0.003)
        blocks([((i * 0.1, 0.085, 0.0), (i * 0.1 + 0.05, 0.11, 0.9)) for i in range(35)], wood, 0.004)
        block((-0.05, -0.22, 0.9), (3.55, 1.12, 0.96), pale, 0.006)
        block((-0.05, -0.22, 0), (0.01, 1.12, 0.9), pale, 0.006)
        block((3.49, -0.22, 0), (3.55, 1.12, 0.9), pale, 0.006)
        for i in range(4):
            furniture.stool((0.5 + i * 0.83, -0.28, 0), 12 * i, WALNUT, 0.68, m.metal(furniture.BLACK, 0.4))
        furniture.vase((2.7, 0.5, 0.96), 1.25, (0.14, 0.14, 0.13), 'branch', 8)
        furniture.bowl((0.95, 0.5, 0.96), 1.25, (0.28, 0.34, 0.06), (0.82, 0.8, 0.75))
    rod((1.6, 2.5, 1.95), (4.6, 2.5, 1.95), 0.022, m.metal(furniture.BLACK, 0.4))
    block((1.62, 2.485, 1.925), (4.58, 2.515, 1.93), m.glow((1, 0.84, 0.62), 9), 0)
    for x in (1.9, 4.3):
        rod((x, 2.5, 1.95), (x, 2.5, h), 0.003, m.paint(furniture.BLACK))
    rooms.downlights([(1.6, 4.4), (3.2, 4.4), (4.8, 4.4), (1.6, 1.2), (4.8, 1.2)], h, 6)
    rooms.fill_light((3.0, 0.6, 2.8), 45, 3.0, (0.0, 0.7, -0.5))
    light.sky(34, 78, 0.14, 4.5, 0.4)
    light.expose(0.35)
    light.camera((0.5, 0.2, 1.4), (3.45, 5.4, 1.12), 19.5)


def tall(wood, d):
    """Ovens and pantry in one wall of oak, on the left."""
    block((0, d - 0.64, 0), (1.2, d, 2.4), wood, 0.003)
    for x in (0.0, 0.6):
        block((x + 0.003, d - 0.66, 0.1), (x + 0.597, d - 0.64, 2.39), wood, 0.003)
    kitchens.oven((0.6, d - 0.67, 0.75))
    kitchens.oven((0.6, d - 0.67, 1.38), high=0.45)
    block((0, d - 0.66, 2.4), (6.6, d, 3.0), m.paint(WALL, 0.6), 0)


def bedroom():
    w, d, h = 5.4, 4.8, 2.8
    slats = m.floorboards((0.5, 0.33, 0.19), (0.36, 0.22, 0.12), 'x', 0.11, 3.0, 0.5, 'zx')
    rooms.room(w, d, h, {'e': [Opening(0.6, 0.02, 3.6, 2.45, 'window', 2)]}, m.paint(WALL, 0.6), oak(), high_skirting=0.06, feature={'n': slats}, daylight=0.95)
    with group((w, 0, 0), -90):
        court_view(0, -4.8)
    for y in (0.35, 3.75):
        with group((w - 0.15, y, 0.01), 90):
            curtain(0.6, 2.75, m.sheer((0.88, 0.86, 0.82), 0.45), 8)
    furniture.rug((2.4, 2.5, 0), (3.4, 2.4), m.fabric((0.66, 0.62, 0.55), 120, 0.2))
    furniture.bed((2.4, d - 1.12, 0), 0, 1.85, linen=(0.85, 0.83, 0.79), duvet=(0.74, 0.7, 0.63), head=(0.32, 0.3, 0.27), cover=(0.24, 0.25, 0.2), accents=((0.3, 0.31, 0.25), (0.6, 0.48, 0.34)), seed=9.0)
    furniture.bedside((1.05, d - 0.3, 0), 0, WALNUT)
    furniture.bedside((3.75, d - 0.3, 0), 0, WALNUT)
    furniture.armchair((4.55, 3.95, 0), -40, (0.5, 0.45, 0.38), WALNUT)
    bench((2.4, 2.25, 0))
    plants.potted((0.5, d - 0.5, 0), 1.1, 'palm', m.concrete((0.4, 0.39, 0.38)), 6)
    rooms.fill_light((2.0, 0.6, 2.6), 34, 2.4, (0.1, 0.7, -0.5))
    light.sky(32, 98, 0.14, 4.5, 0.4)
    light.expose(0.4)
    light.camera((0.4, 0.2, 1.3), (2.85, 4.6, 1.1), 19.5)


def bench(at):
    with group(at):
        cushion(1.5, 0.45, 0.14, m.fabric((0.5, 0.46, 0.4)), (0, 0, 0.44), square=14)
        block((-0.74, -0.2, 0.34), (0.74, 0.2, 0.39), m.timber(*WALNUT, 'x'), 0.008)
        for x in (-0.66, 0.66):
            for y in (-0.15, 0.15):
                rod((x, y, 0), (x, y, 0.35), 0.016, m.timber(*WALNUT, 'z'))


def bathroom():
    w, d, h = 3.6, 3.6, 2.7
    floor = m.tiles((0.42, 0.4, 0.37), (0.36, 0.35, 0.33), 0.75, 0.75, 'xy', 0.35, 0, 0.03)
    large = m.tiles((0.56, 0.53, 0.48), (0.48, 0.46, 0.42), 1.2, 0.6, 'xz', 0.3, 0, 0.03)
    black = m.metal((0.03, 0.03, 0.03), 0.35)
    rooms.room(w, d, h, {'n': [Opening(0.35, 0.02, 2.0, 2.3, 'window', 1)]}, m.paint(WALL, 0.5), floor, high_skirting=0, feature={'w': large, 'e': large, 'n': large}, daylight=1.2)
    court_view(d, w, pool=False)
    with group((0, 1.9, 0), 90):
        bathrooms.vanity((0, 0, 0), 0, 1.7, m.timber(*OAK, 'x'), m.stone((0.86, 0.85, 0.82), (0.58, 0.54, 0.48)), black, 2, 0.36)
        bathrooms.flat_mirror((0, 0, 1.15), 0, 1.7, 0.95)
        block((-0.85, -0.04, 2.1), (0.85, -0.03, 2.115), m.glow((1, 0.88, 0.7), 7), 0)
    bathrooms.tub((2.3, d - 0.62, 0), 0, 1.7, 0.8)
    bathrooms.floor_tap((1.3, d - 0.42, 0), 90, black)
    with group((w, 1.9, 0), -90):
        bathrooms.shower((-0.9, 0, 0), 0, 1.1, 0.95, 2.2, black)
    furniture.stool((1.6, d - 1.25, 0), 0, WALNUT, 0.45)
    plants.potted((0.42, d - 0.42, 0), 1.15, 'palm', m.concrete((0.4, 0.39, 0.38)), 8)
    bathrooms.towel_rail((w, 0.5, 1.3), -90, 0.6, (0.82, 0.79, 0.72), black)
    rooms.downlights([(0.9, 1.2), (2.6, 1.2), (1.8, 2.6)], h, 8)
    rooms.fill_light((1.8, 0.5, 2.5), 18, 1.8, (0.0, 0.7, -0.6))
    light.sky(38, 22, 0.14, 4.0, 0.4)
    light.expose(0.35)
    light.camera((2.55, 0.12, 1.35), (1.45, d, 1.12), 17.5)
