"""7 Lanternmaker Lane: a bay villa of the 1910s with a verandah, restored, on a small section."""

import numpy as np

from houses import villa_inside as inside
from houses import villa_living
from houses.villa_house import FLOOR, WHITE, house
from parts import furniture, garden, light, plants, roofs
from parts import materials as m
from parts.shapes import block, group
from parts.walls import volume, weatherboards


def front_garden():
    bricks = m.brick('xy', (0.34, 0.17, 0.11), (0.25, 0.12, 0.08), (0.3, 0.27, 0.24))
    garden.ground(0.35, -7.4, 1.9, -1.6, 0.03, bricks)
    for i in range(3):
        block((0.32, -1.7 - (i + 1) * 0.3, 0), (1.93, -1.7 - i * 0.3 + 0.02, 0.42 - i * 0.14), m.timber((0.34, 0.35, 0.35), (0.27, 0.28, 0.28), 'x', 0.6), 0.008)
    garden.ground(-60, -7.35, 60, 60, 0, m.lawn())
    garden.ground(-60, -9.6, 60, -7.35, 0.0, m.concrete((0.38, 0.37, 0.36), 0.8, 1.5))
    garden.ground(-60, -30, 60, -9.6, -0.1, m.concrete((0.13, 0.13, 0.135), 0.85))
    keep = lambda x, y: not (0.2 < x < 2.1) and (y < -2.6 or x > 5.4 or x < -5.4)
    plants.grass(-7, -7.2, 7.5, -1.9, 0.06, inside=keep, density=330, step=0.5)
    garden.picket_fence(-7.5, 5.4, -7.3, m.paint(WHITE, 0.5), 0.82, (0.4, 1.85))
    rng = np.random.default_rng(8)
    soil = m.speckled((0.1, 0.06, 0.04), (0.05, 0.03, 0.02), 40)
    garden.ground(-5.3, -2.5, -1.4, -1.6, 0.04, soil)
    garden.ground(2.1, -2.5, 5.3, -1.6, 0.04, soil)
    for x in np.arange(-5.1, -1.4, 0.45):
        plants.shrub((x, -2.05 + rng.normal(0, 0.05), 0), rng.uniform(0.5, 0.7), plants.BOX, 70 + int(x) % 3, 2600, turn=rng.uniform(0, 360))
    for i, x in enumerate(np.arange(2.3, 5.3, 0.42)):
        plants.shrub((x, -2.1, 0), rng.uniform(0.4, 0.65), plants.LAVENDER if i % 2 else plants.SHRUB, 75 + i % 3, 2200, turn=rng.uniform(0, 360))
    for i, x in enumerate(np.arange(-7.2, 0.2, 0.6)):
        plants.shrub((x, -6.75, 0), rng.uniform(0.5, 0.8), ((0.6, 0.58, 0.55), (0.1, 0.18, 0.04)) if i % 3 == 0 else plants.SHRUB, 80 + i % 4, 2400, turn=rng.uniform(0, 360))
    for x in np.arange(2.3, 5.2, 0.6):
        plants.shrub((x, -6.75, 0), rng.uniform(0.5, 0.8), plants.SHRUB, 81, 2400, turn=rng.uniform(0, 360))
    plants.tree((-6.4, -4.4, 0), 4.6, 3.4, ((0.09, 0.15, 0.03), (0.2, 0.24, 0.06)), 31, 12000, (0.08, 0.04), 0.34)
    neighbours()


def neighbours(trees_behind=True):
    """Hedges, the next houses' walls, trees behind the house, and street trees for the windows to mirror."""
    garden.paling_fence((-7.6, -7.2), (-7.6, 12), 1.7)
    garden.ground(5.6, -7.35, 8.6, 4, 0.02, m.concrete((0.36, 0.355, 0.34), 0.8, 1.5))
    plants.hedge(8.8, -7, 9.6, 10, 1.9, 9, plants.SHRUB, 700)
    for x, tone in ((-17.5, (0.62, 0.66, 0.6)), (17.5, (0.72, 0.66, 0.55))):
        volume(x - 4.5, x + 4.5, 1, 11, 0, 3.9, {}, outside=weatherboards(m.paint(tone, 0.5), 0.14))
        roofs.hip(x - 4.5, x + 4.5, 1, 11, 4.0, 2.5, m.metal((0.25, 0.1, 0.08), 0.5), m.paint(WHITE), m.paint(WHITE))
    if trees_behind:
        plants.bush(22, lambda rng: (rng.uniform(-26, 26), rng.uniform(16, 34), 0), 41, plants.SHRUB, (5, 10), 4000, 0.05)
    plants.bush(14, lambda rng: (rng.uniform(-30, 30), rng.uniform(-27, -22), 0), 43, plants.SHRUB, (4, 7), 2500, 0)


def front():
    house()
    front_garden()
    light.sky(38, 150, 0.15, 3.6, clouds=0.5, seed=5.0)
    light.expose(0.2)
    light.camera((3.7, -13.2, 1.75), (-0.2, 0, 2.5), 28.5)


def dusk():
    house(lit=True)
    front_garden()
    light.sky(2.5, 250, 0.26, 0, clouds=0.45, seed=7.0)
    light.lamp('POINT', (0.8, -0.7, 2.75), 80, (1, 0.56, 0.24), 0.1)
    light.lamp('POINT', (3.5, -0.7, 2.75), 55, (1, 0.56, 0.24), 0.1)
    light.expose(0.6)
    light.camera((-3.6, -11.8, 1.6), (-0.1, 0, 2.5), 26)


def back():
    """The new living room opens to a deck and a small walled garden."""
    house()
    garden.ground(-60, 11.02, 60, 60, 0, m.lawn())
    garden.deck(-4.6, 11, 4.9, 14.4, FLOOR - 0.05, garden.CEDAR, along='x', skirt=0.45)
    for i in range(2):
        block((-2.2, 14.4 + i * 0.34, 0), (1.8, 14.74 + i * 0.34, FLOOR - 0.05 - (i + 1) * 0.17), m.timber(*garden.CEDAR, 'x', 0.6), 0.008)
    plants.grass(-8, 14.5, 8, 20.5, 0.06, 6, step=0.5, density=330)
    garden.paling_fence((-8, 8), (-8, 24), 1.8)
    garden.paling_fence((7.4, 8), (7.4, 24), 1.8)
    with group((-2.6, 12.6, FLOOR - 0.05)):
        furniture.sofa((0, -0.5, 0), 180, 2.1, (0.62, 0.59, 0.53), ((0.12, 0.2, 0.26), (0.76, 0.73, 0.67)))
        furniture.table((0, 0.75, 0), 0, (1.0, 0.6, 0.38), garden.CEDAR)
        furniture.bowl((0.1, 0.75, 0.38), 0.9)
    with group((2.9, 12.7, FLOOR - 0.05)):
        furniture.table((0, 0, 0), 0, (1.3, 1.3, 0.74), garden.CEDAR, round_=True)
        for turn in (20, 110, 200, 290):
            with group((0, 0, 0), turn):
                furniture.chair((0, 0.85, 0), 0, garden.CEDAR, (0.66, 0.63, 0.56))
        furniture.vase((0, 0, 0.74), 0.9, (0.75, 0.73, 0.68), 'branch', 4)
    rng = np.random.default_rng(15)
    for side in (-7.2, 6.6):
        for i, y in enumerate(np.arange(11.8, 20, 0.75)):
            plants.shrub((side + rng.normal(0, 0.1), y, 0), rng.uniform(0.6, 1.1), (plants.SHRUB, plants.LAVENDER, plants.BOX)[i % 3], 40 + i % 4, 2800, turn=rng.uniform(0, 360))
    plants.tree((5.6, 15.6, 0), 4.6, 3.6, ((0.08, 0.14, 0.03), (0.2, 0.25, 0.06)), 35, 13000, (0.08, 0.04), 0.36)
    plants.potted((-4.2, 14.0, FLOOR - 0.05), 1.3, 'palm', m.paint((0.12, 0.12, 0.12)), 3)
    plants.tree_fern((-6.6, 11.6, 0), 2.6, 2)
    neighbours(trees_behind=False)
    plants.bush(20, lambda rng: (rng.uniform(-30, 30), rng.uniform(-24, -16), 0), 45, plants.SHRUB, (6, 10), 3000, 0)
    light.sky(36, 330, 0.15, 3.6, clouds=0.5, seed=11.0)
    light.expose(0.25)
    light.camera((-4.4, 20.2, 1.6), (0.9, 11, 2.0), 25)


PICTURES = {
    '01-front': front,
    '02-living-room': villa_living.living,
    '03-kitchen': inside.kitchen,
    '04-hallway': villa_living.hallway,
    '05-bedroom': inside.bedroom,
    '06-bathroom': inside.bathroom,
    '07-deck-and-garden': back,
    '08-front-at-dusk': dusk,
}
