"""The pavilions of cedar and concrete."""

from parts import furniture, light
from parts import materials as m
from parts.shapes import block, blocks, group, prism, rod
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
            light.lamp('POINT', (x, y, 2.6), power * 1.7, (1, 0.6, 0.28), 0.3)
