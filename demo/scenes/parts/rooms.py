"""A room as a box with openings, and the light that comes through them."""

from . import materials as m
from .light import lamp
from .shapes import block, blocks, group, prism, turned
from .walls import around, frame, wall

THICK = 0.16


def room(width, depth, height, openings, walls, floor, ceiling=None, joinery=None, sash=None, high_skirting=0.12, fill=None, feature=None, daylight=1.0, cool=(0.93, 0.97, 1.0)):
    """Inside it measures width × depth from the origin; sides are named n (+y), e, s, w, and an
    opening is measured from the left as seen from outside. feature names walls of another material."""
    joinery, sash = joinery or m.paint((0.85, 0.84, 0.82), 0.35), sash or m.paint((0.04, 0.042, 0.045), 0.4)
    t, feature = THICK, feature or {}
    sides = {'s': ((0, -t, 0), 0, width), 'n': ((width, depth + t, 0), 180, width), 'e': ((width + t, 0, 0), 90, depth), 'w': ((-t, depth, 0), -90, depth)}
    for side, (at, turn, length) in sides.items():
        holes = openings.get(side, ())
        wall(at, turn, length, height, holes, feature.get(side, walls), None, fill or (lambda o: frame(o, sash, lining=joinery)))
        with group(at, turn):
            for hole in holes:
                if hole.kind != 'doorway':
                    window_light(hole, daylight, cool)
    block((-t, -t, -0.1), (width + t, depth + t, 0), floor, 0)
    block((-t, -t, height), (width + t, depth + t, height + 0.1), ceiling or m.paint((0.88, 0.88, 0.87), 0.7), 0)
    if high_skirting:
        for side, (at, turn, length) in sides.items():
            with group(at, turn):
                foot(length, openings.get(side, ()), joinery, high_skirting)


def foot(length, holes, material, height):
    runs = [(a, b) for a, b, c, d in around(length, 0, 0.05, holes)]
    blocks([((a, THICK, 0), (b, THICK + 0.016, height)) for a, b in runs], material, 0.004)


def window_light(hole, strength, colour):
    """Soft daylight just inside the glass. Agents' cameras blend exposures, so rooms look
    brighter than one sky can make them."""
    middle = (hole.along + hole.width / 2, 0.1, hole.sill + hole.height / 2)
    lamp('AREA', middle, 13 * strength * hole.width * hole.height, colour, hole.width * 0.95, (0, 1, 0), hole.height * 0.95, spread=150)


def fill_light(at, power, size=2.5, facing=(0, 0, -1), colour=(1, 0.97, 0.93)):
    """The photographer's bounce: large, faint and unseen."""
    lamp('AREA', at, power * 0.5, colour, size, facing)


def cornice(width, depth, height, material, size=0.09):
    outline = [(0, height), (size, height), (size * 0.75, height - size * 0.3), (size * 0.3, height - size * 0.75), (0, height - size)]
    prism(outline, 0, depth, material, 'y')
    prism([(width - x, z) for x, z in outline], 0, depth, material, 'y')
    prism(outline, 0, width, material, 'x')
    prism([(depth - y, z) for y, z in outline], 0, width, material, 'x')


def downlights(points, height, power=6.0):
    for x, y in points:
        turned([(0.001, height - 0.002), (0.035, height - 0.002), (0.036, height - 0.004), (0.05, height - 0.004), (0.05, height)], m.paint((0.9, 0.9, 0.9)), (x, y, 0), 24)
        turned([(0.001, height - 0.006), (0.033, height - 0.006), (0.033, height - 0.003)], m.glow((1, 0.9, 0.75), 6), (x, y, 0), 20)
        lamp('SPOT', (x, y, height - 0.02), power, (1, 0.86, 0.68), 0.04, (0, 0, -1), spread=100)
