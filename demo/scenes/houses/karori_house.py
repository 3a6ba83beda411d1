"""The walls, the roof and the balcony of the house of 1968."""

from parts import garden, roofs
from parts import materials as m
from parts.shapes import block, blocks, group
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
