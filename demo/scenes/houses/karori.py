"""14 Kōwhai Hollow Rise: built in 1968, weatherboards over brick, bush behind, a deck on the upper level at the back."""

import numpy as np

from houses import karori_inside as inside
from houses.karori_house import UPPER, balcony, house, trims
from parts import furniture, garden, light, plants
from parts import materials as m
from parts.shapes import block, group, sheet


def front_garden():
    concrete = m.concrete((0.36, 0.355, 0.34), 0.8, 3.0)
    garden.ground(1.6, -40, 7.4, 0.3, 0.02, concrete)
    garden.ground(-1.6, -3.2, 1.6, 0.3, 0.03, concrete)
    garden.ground(-60, -40, 60, 60, 0, m.lawn())
    keep = lambda x, y: not (1.3 < x < 7.7 or (-1.9 < x < 1.9 and y > -3.5) or y > -3.3)
    plants.grass(-13, -16, 15, -2.5, 0.06, inside=keep, density=300, step=0.6)
    soil = m.speckled((0.1, 0.06, 0.04), (0.05, 0.03, 0.02), 40)
    garden.ground(-8.6, -3.2, -1.7, -1.9, 0.05, soil)
    garden.ground(7.5, -9, 8.8, 0.5, 0.02, soil)
    rng = np.random.default_rng(4)
    for i, x in enumerate(np.arange(-8.2, -1.9, 0.62)):
        plants.shrub((x, -2.55 + rng.normal(0, 0.1), 0), rng.uniform(0.55, 0.95), plants.SHRUB if i % 3 else plants.LAVENDER, 40 + i % 4, 2600, turn=rng.uniform(0, 360))
    for i, y in enumerate(np.arange(-8.6, 0.2, 0.8)):
        plants.shrub((8.15, y, 0), rng.uniform(0.6, 0.85), plants.BOX, 50 + i % 3, 3000, turn=rng.uniform(0, 360))
    plants.flax((-8.9, -3.2, 0), 1.5, 2)
    plants.flax((-1.75, -3.3, 0), 1.0, 3)
    plants.flax((8.3, -9.6, 0), 1.3, 4)
    plants.cabbage_tree((-10.2, -1.5, 0), 5.2, 3)
    plants.hedge(-13.6, -12, -12.6, 2, 1.5)
    plants.hedge(12.5, -12, 13.5, 4, 1.7, 6)
    plants.tree((-11, -8.5, 0), 5.0, 4.2, ((0.1, 0.16, 0.03), (0.24, 0.26, 0.05)), 21, 13000, (0.09, 0.045), 0.32)
    garden.letterbox((8.9, -8.2, 0))
    # Stands behind the camera; only its shadow falls into the picture.
    plants.tree((-3.5, -21.5, 0), 6.5, 5.0, seed=22, leaf=(0.12, 0.06), leaves=9000)
    plants.potted((-0.95, -0.45, 0.12), 1.1, 'round', m.paint((0.12, 0.12, 0.12)), 2)
    street_and_bush()


def street_and_bush():
    """Bush climbs behind the house; more of it behind the camera, for the windows to mirror."""
    slope = lambda y: max(y - 9, 0) * 0.34
    with group((0, 60, 0)):
        sheet(260, 104, lambda x, y: slope(y + 60) - 0.6, m.lawn((0.03, 0.06, 0.012), (0.05, 0.07, 0.02)), (30, 30))
    def behind(rng):
        y = 12 + 55 * rng.uniform() ** 1.4
        return rng.uniform(-1, 1) * (26 + y * 0.9), y, slope(y) - 0.5
    plants.bush(230, behind)
    plants.bush(26, lambda rng: (rng.uniform(13.5, 26) * rng.choice([-1, 1]), rng.uniform(-6, 14), 0), 17, size=(3, 6.5))
    plants.bush(40, lambda rng: (rng.uniform(-45, 45), rng.uniform(-48, -38), 0), 19, size=(4, 8), detail=1500)


def front():
    house()
    balcony()
    front_garden()
    light.sky(40, 215, 0.15, clouds=0.55, seed=2.0)
    light.expose(0.25)
    light.camera((8.8, -17.0, 1.7), (0.3, 0, 2.75), 29)


def back_garden():
    """Behind the house the ground is as high as the upper floor: deck, lawn, vegetable beds, bush."""
    top = UPPER - 0.45
    white, _, _ = trims()
    garden.ground(-60, 8.02, 60, 90, top, m.lawn(), 3)
    garden.deck(-1.8, 8, 8.4, 12.2, UPPER - 0.05, garden.PINE, along='x', skirt=0.4)
    for i in range(2):
        block((1.2, 12.2 + i * 0.34, top), (4.6, 12.54 + i * 0.34, UPPER - 0.05 - (i + 1) * 0.14), m.timber(*garden.PINE, 'x', 0.6), 0.008)
    plants.grass(-12, 12.3, 13, 24, 0.065, 6, step=0.6, density=300, ground=lambda x, y: top)
    for i, x in enumerate((-8.2, -5.2)):
        garden.raised_bed((x, 13.8 + 0.4 * i, top), seed=3 + i, turn=90)
    with group((5.6, 10.2, UPPER - 0.05)):
        wood = ((0.42, 0.3, 0.19), (0.3, 0.2, 0.12))
        furniture.table((0, 0, 0), 0, (2.0, 0.95, 0.74), wood)
        for i in range(2):
            furniture.chair((-0.45 + i * 0.9, -0.72, 0), 180, wood, (0.66, 0.63, 0.56))
            furniture.chair((-0.45 + i * 0.9, 0.72, 0), 0, wood, (0.66, 0.63, 0.56))
        furniture.bowl((0.1, 0, 0.74), 1.0, (0.6, 0.5, 0.06))
    with group((0.0, 10.4, UPPER - 0.05)):
        furniture.armchair((0, 0.3, 0), 165, (0.6, 0.56, 0.48), garden.CEDAR)
        furniture.armchair((-1.1, 0.1, 0), 200, (0.6, 0.56, 0.48), garden.CEDAR)
        furniture.table((-0.5, 1.0, 0), 0, (0.5, 0.5, 0.42), garden.CEDAR, round_=True)
    plants.potted((8.0, 11.8, UPPER - 0.05), 1.2, 'round', m.paint((0.12, 0.12, 0.12)), 2)
    plants.potted((-1.4, 11.8, UPPER - 0.05), 1.3, 'palm', m.paint((0.12, 0.12, 0.12)), 3)
    rng = np.random.default_rng(5)
    for i, x in enumerate(np.arange(-8.0, -2.0, 0.62)):
        plants.shrub((x, 8.7, top), rng.uniform(0.55, 0.9), plants.LAVENDER if i % 3 == 0 else plants.SHRUB, 40 + i % 4, 2600, turn=rng.uniform(0, 360))
    plants.hedge(-13.4, 6, -12.4, 30, top + 1.4)
    plants.hedge(12.6, 6, 13.6, 30, top + 1.4, 6)
    plants.flax((9.4, 12.2, top), 1.3, 4)
    plants.tree_fern((-10.6, 9.6, top), 2.4, 2)
    plants.bush(60, lambda rng: (rng.uniform(-40, 40), rng.uniform(-16, 4) - 14, 0), 27, size=(6, 10))
    plants.bush(30, lambda rng: (rng.uniform(14.5, 28) * rng.choice([-1, 1]), rng.uniform(-2, 26), top - 0.5), 29, size=(3.5, 7.5))
    plants.bush(40, lambda rng: (rng.uniform(-35, 35), rng.uniform(34, 46), top), 19, size=(4, 8), detail=1500)


def deck_and_lawn():
    house()
    back_garden()
    light.sky(40, 25, 0.15, clouds=0.5, seed=3.0)
    light.expose(0.25)
    light.camera((-5.6, 20.6, UPPER + 1.15), (1.6, 8, UPPER + 0.95), 25)


def dusk():
    house()
    balcony()
    front_garden()
    for x, y, z, power in ((-5, -0.3, 4.7, 420), (0.5, 1.8, 4.7, 400), (5.5, 1.8, 4.7, 380), (-6, -0.5, 2.2, 220), (-3.5, -0.5, 2.2, 220), (-0.4, 1.2, 2.3, 160)):
        light.lamp('POINT', (x, y, z), power, (1, 0.62, 0.3), 0.3)
    light.lamp('POINT', (-0.3, -0.6, 2.3), 70, (1, 0.7, 0.42), 0.1)
    light.sky(2.5, 250, 0.26, 0, clouds=0.45, seed=6.0)
    light.expose(0.5)
    light.camera((-6.5, -15.0, 1.6), (-0.6, 0, 2.9), 26)


PICTURES = {
    '01-front': front,
    '02-living-room': inside.living,
    '03-kitchen': inside.kitchen,
    '04-dining': inside.dining,
    '05-deck-and-lawn': deck_and_lawn,
    '06-main-bedroom': inside.bedroom,
    '07-bathroom': inside.bathroom,
    '08-front-at-dusk': dusk,
}
