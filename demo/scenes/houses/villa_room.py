"""What the rooms of 7 Lanternmaker Lane share: kauri floors, high ceilings, sash windows, the garden outside."""

from parts import garden, plants, rooms
from parts import materials as m
from parts.shapes import block, group
from parts.walls import Opening

WALL, TRIM = (0.8, 0.79, 0.75), (0.86, 0.85, 0.82)
HIGH = 3.3


def kauri(along='y'):
    return m.floorboards((0.58, 0.31, 0.13), (0.4, 0.19, 0.07), along, 0.135, 4.5, 0.28)


def villa_room(w, d, openings, h=HIGH, floor=None, wall=WALL, **more):
    """Deep skirtings, wide architraves, a cornice and a picture rail."""
    trim = m.paint(TRIM, 0.35)
    rooms.room(w, d, h, openings, m.paint(wall, 0.6), floor or kauri(), joinery=trim, sash=trim, high_skirting=0.26, **more)
    rooms.cornice(w, d, h, trim, 0.14)
    for low, high in (((0, 0, 2.55), (0.02, d, 2.6)), ((w - 0.02, 0, 2.55), (w, d, 2.6)), ((0, d - 0.02, 2.55), (w, d, 2.6))):
        block(low, high, trim, 0.005)


def garden_view(depth, width):
    with group((width / 2, depth + 0.2, -0.5)):
        garden.ground(-30, 0, 30, 40, 0, m.lawn())
        garden.paling_fence((-12, 9), (12, 9), 1.8)
        plants.bush(34, lambda rng: (rng.uniform(-16, 16), rng.uniform(7.5, 16), -0.2), 61, plants.SHRUB, (2.2, 6), 3500, 0.1)
        for i in range(9):
            plants.shrub((-4.5 + i * 1.1, 5.5 + 0.5 * (i % 2), 0), 0.9 + 0.2 * (i % 3), plants.SHRUB, 66 + i % 4, 2600)


def sashes(along, width=1.0, sill=0.65, height=2.1):
    return Opening(along, sill, width, height, 'window', 1, 2)
