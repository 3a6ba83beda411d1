"""231 Old Windmill Ford Road: low pavilions of cedar and concrete around a courtyard with a pool, in dry hill country."""

import numpy as np

from houses import country_inside as inside
from houses.country_house import house
from parts import furniture, garden, light, plants
from parts import materials as m
from parts.shapes import block, blocks, group, prism, put


def courtyard():
    paving = m.tiles((0.36, 0.335, 0.295), (0.24, 0.225, 0.2), 0.9, 0.6, 'xy', 0.6, 0.5, 0.08, 0.006)
    x0, x1, y0, y1 = -4.2, 4.8, -1.6, 2.4
    for low, high in (((-9, 2.4), (9, 8)), ((-9, -6), (-4.2, 2.4)), ((4.8, -6), (9, 2.4)), ((-4.2, -6), (4.8, -1.6))):
        garden.ground(*low, *high, 0.0, paving, 0.2)
    garden.pool(x0, y0, x1, y1)
    stone = m.concrete((0.48, 0.46, 0.42), 0.6)
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
    plants.tree((7.0, -0.6, 0), 4.2, 3.4, plants.OLIVE, 51, 9000, (0.11, 0.034), 0.32, radius=0.14)


def outdoor_table():
    with group((5.2, 6.6, 0.1)):
        furniture.table((0, 0, 0), 0, (2.4, 1.0, 0.74), ((0.42, 0.3, 0.19), (0.3, 0.2, 0.12)))
        for i in range(3):
            furniture.chair((-0.8 + i * 0.8, 0.75, 0), 0, ((0.42, 0.3, 0.19), (0.3, 0.2, 0.12)), (0.7, 0.67, 0.6))
            furniture.chair((-0.8 + i * 0.8, -0.75, 0), 180, ((0.42, 0.3, 0.19), (0.3, 0.2, 0.12)), (0.7, 0.67, 0.6))
        furniture.bowl((0.2, 0, 0.74), 1.0, (0.6, 0.5, 0.06))


def dry_hills():
    pasture = m.lawn((0.17, 0.17, 0.05), (0.3, 0.25, 0.1))
    # Four pieces around the court, because the pool goes deeper than the ground.
    for low, high in (((-300, -120), (300, -5.9)), ((-300, 7.9), (300, 120)), ((-300, -5.9), (-8.9, 7.9)), ((8.9, -5.9), (300, 7.9))):
        garden.ground(*low, *high, -0.06, pasture, 0.2)
    plants.hills(90, 1100, 520, 120, m.lawn((0.13, 0.14, 0.055), (0.22, 0.2, 0.09)), 3.0)
    plants.bush(70, lambda rng: (rng.uniform(-160, 160), rng.uniform(100, 175), 1.0), 77, plants.SHRUB, (5, 10), 900, 0)
    far = lambda rng: (rng.uniform(-150, 150), rng.uniform(40, 95), -0.5)
    plants.bush(46, far, 71, plants.SHRUB, (5, 11), 2600, 0)
    rng = np.random.default_rng(3)
    for i in range(13):
        x, y, z = 14 + 2.6 * i, 40 + rng.normal(0, 0.5), -0.3
        put(plants.crown(81 + i % 3, 5000, 1.0, 1.0, 14, 0.05, 0.03, ((0.06, 0.11, 0.02), (0.14, 0.19, 0.05))), (x, y, z + 5.2), i * 50, (2.6, 2.6, 11 * rng.uniform(0.8, 1.1)))
    plants.bush(24, lambda rng: (rng.uniform(-60, 60), rng.uniform(-75, -60), 0), 73, plants.SHRUB, (4, 8), 1200, 0)


def approach():
    """Gravel, low grasses and olives in front of the house."""
    gravel = m.speckled((0.3, 0.265, 0.215), (0.17, 0.15, 0.12), 38, 0.95, 0.9, 0.02)
    garden.ground(-3.4, -60, 5.4, -6, -0.02, gravel, 0.1)
    rng = np.random.default_rng(14)
    keep = lambda x, y: not -3.8 < x < 5.8 and not (y > -6.4 and -9.2 < x < 9.2)
    plants.grass(-22, -17, 22, -4.4, 0.09, 9, ((0.12, 0.17, 0.035), (0.24, 0.25, 0.08)), 0.7, 420, keep, wide=0.008)
    for side, edge in ((-1, -4.2), (1, 6.2)):
        for i in range(9):
            x = edge + side * rng.uniform(0, 0.7)
            put(plants.blades(15 + i % 3, 130, 0.8, 0.007, 0.1, 0.9, ((0.35, 0.33, 0.16), (0.5, 0.45, 0.25)), 0.55, 5), (x, -13 + i * 0.85, 0), i * 70, rng.uniform(0.7, 1.0))
    for i, (x, y) in enumerate(((-14.5, -8.5), (-18.5, -7.5), (10.8, -6.8), (15.5, -7.5))):
        plants.tree((x, y, 0), 4.4 + 0.4 * (i % 2), 3.6, plants.OLIVE, 52 + i % 2, 9000, (0.11, 0.034), 0.34, i * 66, radius=0.14)
    for x in (-8.9, 7.5):
        plants.hedge(x, -6.2, x + 1.4, -5.4, 0.7, 15)


def front():
    house()
    courtyard()
    dry_hills()
    approach()
    light.sky(34, 222, 0.15, 3.8, clouds=0.5, seed=9.0)
    light.expose(0.15)
    light.camera((-6.8, -16.2, 1.75), (1.3, 4, 2.35), 24)


def pool_court():
    house()
    courtyard()
    dry_hills()
    light.sky(42, 215, 0.15, 3.8, clouds=0.45, seed=12.0)
    light.expose(0.1)
    light.camera((-3.4, -6.4, 1.7), (0.7, 8, 1.55), 22)


def dusk():
    house(lit=True)
    courtyard()
    dry_hills()
    light.sky(2.5, 300, 0.26, 0, clouds=0.5, seed=4.0)
    light.lamp('AREA', (0.3, 0.4, -1.45), 140, (0.75, 0.95, 1.0), 7, (0, 0, 1), 3)
    light.expose(0.5)
    light.camera((4.4, -6.0, 1.55), (-1.2, 8, 1.65), 22)


def olive_grove():
    """Rows of olives, a paddock fence and the four-bay shed, in the evening sun."""
    dry_hills()
    keep = lambda x, y: True
    garden.ground(-9.2, -6.2, 9.2, 8.2, -0.055, m.lawn((0.17, 0.17, 0.05), (0.3, 0.25, 0.1)), 0.1)
    plants.grass(-14, -13, 14, 7, 0.14, 9, ((0.15, 0.18, 0.04), (0.34, 0.3, 0.11)), 0.8, 330, keep, wide=0.009)
    for row in range(5):
        for i in range(8):
            plants.tree((-12 + row * 5.0, -6 + i * 5.2, 0), 3.9 + 0.5 * ((row + i) % 3) * 0.5, 3.3, plants.OLIVE, 52 + (row + i) % 3, 9000, (0.11, 0.034), 0.3, (row * 8 + i) * 47, radius=0.13)
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
