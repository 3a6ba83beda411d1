"""14 Kōwhai Hollow Rise: built in 1968, weatherboards over brick, bush behind, a deck on the upper level at the back."""

import numpy as np

from parts import furniture, garden, light, plants, roofs
from parts import materials as m
from parts.shapes import block, blocks, group, rod, sheet, tube
from houses import karori_inside as inside
from parts.walls import Opening, frame, panel_door, panels, volume, weatherboards

UPPER, EAVE = 2.7, 5.25
WHITE, CREAM = (0.86, 0.85, 0.81), (0.74, 0.72, 0.65)
IRON = (0.055, 0.06, 0.065)


def trims():
    return m.paint(WHITE, 0.4), m.paint(IRON, 0.35), m.metal((0.075, 0.08, 0.085), 0.42)


def house():
    white, dark, roof = trims()
    boards = weatherboards(m.paint(CREAM, 0.45, 0.02))
    bricks = panels(m.brick())
    curtain = m.sheer((0.85, 0.83, 0.78))
    plain = m.paint((0.7, 0.69, 0.66))

    def fill(opening):
        if opening.kind == 'garage':
            return garage_door(opening, dark)
        if opening.kind == 'door':
            return front_door(opening)
        frame(opening, dark, facing=white, curtain=curtain)

    upper = {'inside': plain, 'outside': boards, 'fill': fill}
    lower = {'inside': plain, 'outside': bricks, 'fill': fill}
    # The main part, and the wing that comes forward on the left.
    volume(-1.5, 8, 0, 8, UPPER, EAVE, {
        's': [Opening(1.0, 2.85, 2.4, 2.1, 'window', 2), Opening(4.6, 3.55, 1.5, 1.4, 'window', 2), Opening(7.2, 3.55, 1.5, 1.4, 'window', 2)],
        'e': [Opening(1.6, 3.55, 1.6, 1.4, 'window', 2), Opening(5.0, 3.55, 1.6, 1.4, 'window', 2)],
        'n': [Opening(0.8, 2.75, 3.2, 2.1, 'window', 3), Opening(5.2, 2.75, 3.4, 2.1, 'window', 3)],
    }, **upper)
    volume(-8, -1.5, -2, 8, UPPER, EAVE, {
        's': [Opening(1.35, 3.25, 3.8, 1.7, 'window', 3)],
        'e': [Opening(0.5, 3.55, 1.0, 1.4, 'window')],
        'w': [Opening(2, 3.55, 2.0, 1.4, 'window', 2), Opening(6.4, 3.55, 2.0, 1.4, 'window', 2)],
        'n': [Opening(0.9, 3.55, 1.8, 1.4, 'window', 2), Opening(3.8, 3.55, 1.8, 1.4, 'window', 2)],
    }, **upper)
    volume(-1.5, 8, 0.3, 8, 0, UPPER, {'s': [Opening(0.35, 0.12, 1.5, 2.2, 'door'), Opening(3.4, 0.02, 5.0, 2.25, 'garage')]}, **lower)
    volume(-7.9, -1.6, -1.9, 8, 0, UPPER, {'s': [Opening(1.2, 0.95, 1.7, 1.25, 'window', 2), Opening(3.9, 0.95, 1.3, 1.25, 'window')]}, **lower)
    floors(plain)
    roofs.gable(-2.0, 8, 0, 8, EAVE, 1.55, roof, white, white)
    roofs.gable_end(7.88, 0, 8, EAVE, 1.5, m.paint(CREAM, 0.45))
    roofs.gable(-8, -1.5, -2, 8, EAVE, 1.26, roof, white, white, end=0.55, along='y')
    with group((0, 0, 0), 90):
        roofs.gable_end(-2.0, 1.5, 8, EAVE, 1.22, m.paint(CREAM, 0.45))
        roofs.gable_end(7.88, 1.5, 8, EAVE, 1.22, m.paint(CREAM, 0.45))
    block((-6.6, 4.2, 5), (-5.7, 4.9, 7.5), m.brick(), 0.01)
    block((-6.7, 4.1, 7.5), (-5.6, 5.0, 7.6), m.concrete(), 0.01)
    blocks([((7.93, -0.1, 0.3), (8.0, -0.03, 4.95)), ((-8.07, -2.1, 0.3), (-8.0, -2.03, 4.95))], white, 0.01)


def floors(plain):
    """What shows through the windows: floors, ceilings and a few inner walls."""
    wood = m.floorboards((0.5, 0.3, 0.16), (0.3, 0.16, 0.08))
    for low, high in (((-1.4, 0.2, UPPER - 0.2), (7.9, 7.9, UPPER)), ((-7.9, -1.9, UPPER - 0.2), (-1.6, 7.9, UPPER))):
        block(low, high, wood, 0)
        block((low[0], low[1], EAVE - 0.15), (high[0], high[1], EAVE - 0.1), plain, 0)
    blocks([((-1.4, 4.4, UPPER), (7.9, 4.5, EAVE)), ((3.2, 0.2, UPPER), (3.3, 4.4, EAVE)), ((-7.9, 3.0, 0), (-1.6, 3.1, EAVE)), ((-1.5, 3.4, 0), (7.9, 3.5, UPPER))], plain)
    block((-1.45, 0.05, UPPER - 0.25), (7.95, 0.35, UPPER), m.paint(WHITE), 0)


def garage_door(opening, material):
    """Sectional: four panels with a fine groove between."""
    left, right, foot = opening.along, opening.along + opening.width, opening.sill
    high = opening.height / 4
    for i in range(4):
        block((left, 0.06, foot + i * high), (right, 0.1, foot + (i + 1) * high - 0.012), material, 0.008)
        blocks([((left + 0.02, 0.052, foot + i * high + z), (right - 0.02, 0.06, foot + i * high + z + 0.1)) for z in (0.06, 0.21, 0.36)], material, 0.004)
    block((left, 0.08, foot), (right, 0.12, foot + opening.height), m.paint((0.02, 0.02, 0.02)), 0)


def front_door(opening):
    left, foot = opening.along, opening.sill
    white, dark, _ = trims()
    with group((left, 0.04, foot)):
        panel_door(0.95, 2.15, m.paint((0.035, 0.12, 0.11), 0.35), 0, m.metal((0.7, 0.68, 0.62), 0.25))
    frame(Opening(left + 1.0, foot, 0.5, 2.2), dark)
    block((left - 0.1, -0.9, 0), (left + 1.6, 0.1, 0.12), m.concrete(), 0.01)
    block((left + 0.12, -0.7, 0.12), (left + 0.85, -0.25, 0.14), m.fabric((0.2, 0.15, 0.1)), 0.004)


def balcony():
    white, dark, _ = trims()
    garden.deck(-1.4, -1.5, 8.0, 0, UPPER - 0.06, garden.PINE, along='x', skirt=0.25)
    block((-1.42, -1.55, UPPER - 0.34), (8.02, -1.5, UPPER - 0.05), white, 0.006)
    garden.balustrade((-1.4, -1.45), (8.0, -1.45), UPPER - 0.06, white)
    garden.balustrade((7.95, -1.45), (7.95, 0), UPPER - 0.06, white)
    blocks([((x, -1.5, 0), (x + 0.12, -1.38, UPPER - 0.3)) for x in (1.5, 7.82)], white, 0.006)


def front_garden():
    concrete = m.concrete((0.36, 0.355, 0.34), 0.8, 3.0)
    garden.ground(1.6, -40, 7.4, 0.3, 0.02, concrete)
    garden.ground(-1.6, -3.2, 1.6, 0.3, 0.03, concrete)
    garden.ground(-60, -40, 60, 60, 0, m.lawn())
    keep = lambda x, y: not (1.3 < x < 7.7 or (-1.9 < x < 1.9 and y > -3.5) or y > -3.3)
    plants.grass(-13, -16, 15, -2.5, 0.06, inside=keep, density=300, step=0.6)
    soil = m.speckled((0.1, 0.06, 0.04), (0.05, 0.03, 0.02), 40)
    garden.ground(-8.6, -3.2, -1.7, -1.9, 0.05, soil)
    garden.ground(7.5, -9, 8.8, 0.5, 0.05, soil)
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
    for x, y, z, power in ((-5, -0.3, 4.7, 110), (0.5, 1.8, 4.7, 110), (5.5, 1.8, 4.7, 100), (-6, -0.5, 2.2, 60), (-3.5, -0.5, 2.2, 60), (-0.4, 1.2, 2.3, 50)):
        light.lamp('POINT', (x, y, z), power, (1, 0.7, 0.42), 0.3)
    light.lamp('POINT', (-0.3, -0.6, 2.3), 22, (1, 0.7, 0.42), 0.1)
    light.sky(3, 250, 0.35, 0, clouds=0.45, seed=6.0)
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
