"""231 Old Windmill Ford Road: low pavilions of cedar and concrete around a courtyard with a pool, in dry hill country."""

import numpy as np

from houses import country_inside as inside
from parts import furniture, garden, light, plants
from parts import materials as m
from parts.shapes import block, blocks, group, mesh, prism, put, rod, sheet, tube
from parts.walls import Opening, battens, frame, panels, volume

HIGH = 3.0
DARK = (0.035, 0.037, 0.04)


def cedar():
    wood = m.floorboards((0.42, 0.22, 0.11), (0.26, 0.12, 0.055), 'x', 0.112, 3.4, 0.55, 'zx', 0.0004)
    return battens(wood, m.paint((0.02, 0.015, 0.01)))


def finish(outside):
    dark = m.metal(DARK, 0.4)
    curtain = m.sheer((0.86, 0.84, 0.8))
    return {'inside': m.paint((0.74, 0.72, 0.68)), 'outside': outside, 'fill': lambda o: door(o) if o.kind == 'door' else frame(o, dark, face=0.05, curtain=curtain if o.blind == 0 else None)}


def door(o):
    with group((o.along, 0.04, o.sill)):
        wood = m.timber((0.4, 0.22, 0.11), (0.24, 0.11, 0.05), 'z')
        blocks([((i * 0.13, 0, 0), (i * 0.13 + 0.127, 0.05, o.height)) for i in range(int(o.width / 0.13))], wood, 0.003)
        rod((o.width - 0.2, -0.06, 0.7), (o.width - 0.2, -0.06, 1.7), 0.014, m.metal((0.02, 0.02, 0.02), 0.4))


def flat_roof(x0, x1, y0, y1, top=HIGH, over=0.9, thick=0.3):
    """A thin dark plate that floats over the walls, lined with cedar below."""
    block((x0 - over, y0 - over, top), (x1 + over, y1 + over, top + thick), m.metal(DARK, 0.5), 0.01)
    block((x0 - over + 0.05, y0 - over + 0.05, top - 0.02), (x1 + over - 0.05, y1 + over - 0.05, top), m.floorboards((0.45, 0.25, 0.13), (0.3, 0.15, 0.07), 'x', 0.11, 3.0, 0.5), 0)
    block((x0 - over - 0.01, y0 - over - 0.01, top + thick), (x1 + over + 0.01, y1 + over + 0.01, top + thick + 0.03), m.metal((0.1, 0.1, 0.1), 0.4), 0)


def mono_roof(x0, x1, y0, y1, low, high, over=1.0, panels_on=True):
    """Rises from the front to the back; solar panels lie on it."""
    front, back, thick = y0 - over, y1 + over, 0.26
    slope = (high - low) / (back - front)
    outline = [(front, low), (back, high), (back, high + thick), (front, low + thick)]
    prism(outline, x0 - over, x1 + over, m.metal(DARK, 0.45), 'x')
    under = [(front + 0.05, low - 0.01), (back - 0.05, high - 0.01), (back - 0.05, high + 0.02), (front + 0.05, low + 0.02)]
    prism(under, x0 - over + 0.05, x1 + over - 0.05, m.floorboards((0.45, 0.25, 0.13), (0.3, 0.15, 0.07), 'x', 0.11, 3.0, 0.5), 'x')
    if panels_on:
        for i in range(8):
            x = x0 + 0.8 + i * 1.12
            y = y0 + 1.0
            z = low + thick + slope * (y - front)
            prism([(y, z + 0.1), (y + 3.6, z + 0.1 + slope * 3.6), (y + 3.6, z + 0.14 + slope * 3.6), (y, z + 0.14)], x, x + 1.08, m.gloss((0.008, 0.011, 0.02), 0.08), 'x')


def house(lit=False):
    """A long living pavilion at the back, a bedroom wing on each side, the court open to the front."""
    concrete = m.concrete((0.5, 0.49, 0.47), 0.7, 1.2, 'xz')
    wood, grey = finish(cedar()), finish(panels(concrete))
    volume(-9, 9, 8, 15, 0, 3.75, {
        's': [Opening(1.0, 0.02, 7.2, 2.75, 'window', 4), Opening(9.8, 0.02, 7.2, 2.75, 'window', 4)],
        'e': [Opening(2, 0.02, 3, 2.6, 'window', 2)], 'w': [Opening(2, 0.02, 3, 2.6, 'window', 2)],
        'n': [Opening(2, 0.6, 6, 2.0, 'window', 3), Opening(10, 0.6, 6, 2.0, 'window', 3)],
    }, **grey)
    mono_roof(-9, 9, 8, 15, 3.3, 4.5)
    volume(-15, -9, -4, 12, 0, HIGH, {
        'e': [Opening(1.5, 0.02, 3.0, 2.45, 'window', 2), Opening(6.2, 0.02, 3.0, 2.45, 'window', 2)],
        's': [Opening(1.2, 0.5, 3.2, 1.9, 'window', 2)],
        'w': [Opening(3, 0.5, 2.4, 1.9, 'window', 2), Opening(9, 0.5, 2.4, 1.9, 'window', 2)],
    }, **wood)
    flat_roof(-15, -9, -4, 12)
    volume(9, 15, -2, 12, 0, HIGH, {
        'w': [Opening(3.6, 0.02, 3.0, 2.45, 'window', 2), Opening(8.2, 0.02, 3.0, 2.45, 'window', 2)],
        's': [Opening(1.2, 0.5, 3.2, 1.9, 'window', 2)],
    }, **wood)
    flat_roof(9, 15, -2, 12)
    block((-4, 9.2, 3.2), (-2.8, 10.6, 5.4), m.concrete((0.45, 0.44, 0.42), 0.75, 0, 'xz'), 0.01)
    rooms_behind_glass(lit)


def rooms_behind_glass(lit):
    """Floors, a back wall, a sofa and lamps, so that the windows have something to show."""
    floor = m.floorboards((0.5, 0.36, 0.23), (0.36, 0.24, 0.14))
    plain = m.paint((0.76, 0.74, 0.7))
    for low, high in (((-8.9, 8.1, 0), (8.9, 14.9, 0.02)), ((-14.9, -3.9, 0), (-9.1, 11.9, 0.02)), ((9.1, -1.9, 0), (14.9, 11.9, 0.02))):
        block(low, high, floor, 0)
    blocks([((-8.9, 12.4, 0), (8.9, 12.5, 3.6)), ((-12, -3.9, 0), (-11.9, 11.9, 2.95)), ((11.9, -1.9, 0), (12, 11.9, 2.95)), ((-0.05, 8.2, 0), (0.05, 12.4, 3.3))], plain)
    furniture.sofa((-5, 10.6, 0), 0, 2.6, (0.5, 0.48, 0.45))
    furniture.picture((-5, 12.39, 1.7), 0, (2.0, 1.1), m.canvas((0.75, 0.68, 0.55), (0.5, 0.42, 0.3), (0.2, 0.26, 0.26), 1.0, 3.0))
    furniture.table((4.5, 10.2, 0), 0, (2.6, 1.0, 0.74))
    for i in range(3):
        furniture.chair((3.7 + i * 0.8, 9.5, 0), 180)
        furniture.chair((3.7 + i * 0.8, 10.9, 0), 0)
    for x in (3.7, 5.3):
        furniture.pendant((x, 10.2, 3.5), 1.6, 'dome', DARK, 1.3, 20 if lit else 6)
    furniture.floor_lamp((-7.0, 11.2, 0), 40 if lit else 10)
    if lit:
        for x, y, power in ((-6, 10, 120), (-2.5, 10, 90), (2.5, 10, 90), (6.5, 10, 120), (-10.4, -1, 60), (-10.4, 4, 60), (10.4, 3, 60), (10.4, 7, 60), (-12.5, -2.5, 60), (12.5, -0.5, 60)):
            light.lamp('POINT', (x, y, 2.6), power, (1, 0.7, 0.42), 0.3)


def courtyard():
    paving = m.tiles((0.55, 0.52, 0.47), (0.4, 0.38, 0.35), 0.9, 0.6, 'xy', 0.6, 0.5, 0.05)
    x0, x1, y0, y1 = -4.2, 4.8, -1.6, 2.4
    for low, high in (((-9, 2.4), (9, 8)), ((-9, -6), (-4.2, 2.4)), ((4.8, -6), (9, 2.4)), ((-4.2, -6), (4.8, -1.6))):
        garden.ground(*low, *high, 0.0, paving, 0.2)
    garden.pool(x0, y0, x1, y1)
    stone = m.concrete((0.62, 0.6, 0.56), 0.6)
    for low, high in (((x0 - 0.35, y0 - 0.35, -0.05), (x1 + 0.35, y0, 0.03)), ((x0 - 0.35, y1, -0.05), (x1 + 0.35, y1 + 0.35, 0.03)), ((x0 - 0.35, y0, -0.05), (x0, y1, 0.03)), ((x1, y0, -0.05), (x1 + 0.35, y1, 0.03))):
        block(low, high, stone, 0.01)
    garden.deck(-9, 5.4, 9, 8, 0.1, garden.CEDAR, skirt=0.15)
    for x in (-6.9, -5.7):
        garden.lounger((x, 3.9, 0), 172 if x < -6 else 186)
    outdoor_table()
    for i, (x, y) in enumerate(((-8.4, 2.6), (8.3, 3.2), (8.4, -3.5))):
        plants.potted((x, y, 0), 2.0, 'round', m.concrete((0.45, 0.44, 0.42)), i)
    for y in np.arange(-3.6, 2.2, 0.7):
        plants.shrub((-8.5, y, 0), 0.75, plants.LAVENDER if int(y * 10) % 2 else plants.OLIVE, 90 + int(y) % 3, 2400, (0.05, 0.016), turn=y * 90)
    plants.tree((7.0, -0.6, 0), 4.2, 3.4, plants.OLIVE, 51, 15000, (0.075, 0.018), 0.32, radius=0.14)


def outdoor_table():
    with group((5.2, 6.6, 0.1)):
        furniture.table((0, 0, 0), 0, (2.4, 1.0, 0.74), ((0.42, 0.3, 0.19), (0.3, 0.2, 0.12)))
        for i in range(3):
            furniture.chair((-0.8 + i * 0.8, 0.75, 0), 0, ((0.42, 0.3, 0.19), (0.3, 0.2, 0.12)), (0.7, 0.67, 0.6))
            furniture.chair((-0.8 + i * 0.8, -0.75, 0), 180, ((0.42, 0.3, 0.19), (0.3, 0.2, 0.12)), (0.7, 0.67, 0.6))
        furniture.bowl((0.2, 0, 0.74), 1.0, (0.6, 0.5, 0.06))


def dry_hills():
    pasture = m.lawn((0.17, 0.17, 0.05), (0.3, 0.25, 0.1))
    garden.ground(-300, -120, 300, 120, -0.06, pasture, 0.2)
    plants.hills(60, 900, 420, 95, m.lawn((0.2, 0.18, 0.06), (0.34, 0.28, 0.12)), 3.0)
    far = lambda rng: (rng.uniform(-150, 150), rng.uniform(40, 95), -0.5)
    plants.bush(46, far, 71, plants.SHRUB, (5, 11), 2600, 0)
    poplars = lambda rng: (-46 + 3.2 * rng.integers(0, 26), 34 + rng.normal(0, 0.6), -0.3)
    for i in range(20):
        x, y, z = poplars(np.random.default_rng(i))
        put(plants.crown(81 + i % 3, 5000, 1.0, 1.0, 14, 0.05, 0.03, ((0.06, 0.11, 0.02), (0.14, 0.19, 0.05))), (x, y, z + 6.2), i * 50, (2.8, 2.8, 12.5))
    plants.bush(24, lambda rng: (rng.uniform(-60, 60), rng.uniform(-75, -60), 0), 73, plants.SHRUB, (4, 8), 1200, 0)


def approach():
    """Gravel, low grasses and olives in front of the house."""
    gravel = m.speckled((0.5, 0.46, 0.39), (0.33, 0.3, 0.26), 55, 0.9, 0.5, 0.012)
    garden.ground(-6, -60, 6, -9, -0.02, gravel, 0.1)
    garden.ground(-26, -15, 18, -9.5, -0.015, gravel, 0.1)
    rng = np.random.default_rng(14)
    keep = lambda x, y: not (-6.2 < x < 6.2) and not (-15.2 < y < -9.3 and x < 18)
    plants.grass(-24, -26, 24, -4.2, 0.1, 9, ((0.14, 0.17, 0.04), (0.3, 0.27, 0.1)), 0.8, 380, keep, wide=0.009)
    for side in (-1, 1):
        for i in range(16):
            x = side * (6.9 + rng.uniform(-0.3, 0.9))
            put(plants.blades(15 + i % 3, 130, 0.85, 0.007, 0.1, 0.9, ((0.35, 0.33, 0.16), (0.5, 0.45, 0.25)), 0.55, 5), (x, -26 + i * 1.05, 0), i * 70, rng.uniform(0.7, 1.1))
    for i, (x, y) in enumerate(((-10.5, -8), (-14.5, -7.5), (10.8, -6.5), (15.5, -7.5), (-18.5, -8.5))):
        plants.tree((x, y, 0), 4.4 + 0.4 * (i % 2), 3.6, plants.OLIVE, 52 + i % 2, 14000, (0.075, 0.018), 0.34, i * 66, radius=0.14)
    for x in (-9.0, 7.6):
        plants.hedge(x, -6.2, x + 1.4, -5.4, 0.7, 15)


def front():
    house()
    courtyard()
    dry_hills()
    approach()
    light.sky(34, 222, 0.15, 3.8, clouds=0.5, seed=9.0)
    light.expose(0.15)
    light.camera((-9.5, -22.0, 1.75), (0.6, 4, 2.4), 25)


def pool_court():
    house()
    courtyard()
    dry_hills()
    light.sky(42, 215, 0.15, 3.8, clouds=0.45, seed=12.0)
    light.expose(0.1)
    light.camera((-3.2, -6.2, 1.6), (0.9, 8, 1.65), 22)


def dusk():
    house(lit=True)
    courtyard()
    dry_hills()
    light.sky(3, 300, 0.35, 0, clouds=0.5, seed=4.0)
    light.lamp('AREA', (0.3, 0.4, -1.45), 45, (0.75, 0.95, 1.0), 7, (0, 0, 1), 3)
    light.expose(0.5)
    light.camera((4.4, -6.0, 1.55), (-1.2, 8, 1.65), 22)


def olive_grove():
    """Rows of olives, a paddock fence and the four-bay shed, in the evening sun."""
    dry_hills()
    keep = lambda x, y: True
    plants.grass(-14, -13, 14, 7, 0.14, 9, ((0.15, 0.18, 0.04), (0.34, 0.3, 0.11)), 0.8, 330, keep, wide=0.009)
    for row in range(5):
        for i in range(8):
            plants.tree((-12 + row * 5.0, -6 + i * 5.2, 0), 3.9 + 0.5 * ((row + i) % 3) * 0.5, 3.3, plants.OLIVE, 52 + (row + i) % 3, 14000, (0.075, 0.018), 0.3, (row * 8 + i) * 47, radius=0.13)
    garden.post_and_wire([(12.5, -14), (12.5, 40)])
    shed()
    light.sky(20, 238, 0.15, 4.0, clouds=0.5, warmth=(1, 0.84, 0.64), seed=15.0)
    light.expose(0.2)
    light.camera((5.3, -13.0, 1.65), (7.4, 10, 1.9), 26)


def shed():
    steel = m.metal((0.1, 0.12, 0.11), 0.5)
    with group((20, 22, 0), -8):
        block((0, 0, 0), (16, 8, 3.6), m.paint((0.09, 0.11, 0.1), 0.5), 0)
        blocks([((x, -0.04, 0), (x + 0.05, 0, 3.6)) for x in np.arange(0, 16, 0.25)], m.paint((0.1, 0.12, 0.11), 0.5))
        for i in range(4):
            block((0.5 + i * 4, -0.08, 0), (3.7 + i * 4, -0.03, 3.0), m.paint((0.5, 0.5, 0.48), 0.5) if i != 1 else m.paint((0.01, 0.01, 0.01)), 0.01)
        prism([(-0.6, 3.4), (4, 4.7), (8.6, 3.4), (8.6, 3.5), (4, 4.82), (-0.6, 3.5)], -0.5, 16.5, steel, 'x')


PICTURES = {
    '01-front': front,
    '02-pool-and-courtyard': pool_court,
    '03-living-room': inside.living,
    '04-kitchen': inside.kitchen,
    '05-main-bedroom': inside.bedroom,
    '06-bathroom': inside.bathroom,
    '07-olive-grove': olive_grove,
    '08-courtyard-at-dusk': dusk,
}
