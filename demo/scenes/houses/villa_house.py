"""The walls, the roof and the verandah of the villa."""

import numpy as np

from parts import garden, light, roofs
from parts import materials as m
from parts.shapes import block, blocks, group, prism, rod, tube, turned
from parts.walls import Opening, frame, panel_door, volume, weatherboards

WHITE, PALE, GREY = (0.87, 0.86, 0.83), (0.6, 0.63, 0.61), (0.3, 0.34, 0.35)
FLOOR, EAVE = 0.55, 3.95


def house(lit=False):
    """Double bay on the left, verandah to its right; the hip roof covers both."""
    white, roof = m.paint(WHITE, 0.4), m.metal((0.3, 0.31, 0.32), 0.5)
    walls = m.paint(PALE, 0.45, 0.02)
    boards = weatherboards(walls, 0.14)
    curtain = m.sheer((0.88, 0.86, 0.8))
    plain = m.paint((0.72, 0.7, 0.66))

    def fill(opening):
        if opening.kind == 'door':
            return front_door(opening)
        frame(opening, white, face=0.065, facing=white, curtain=curtain)

    finish = {'inside': plain, 'outside': boards, 'fill': fill}
    sash = lambda along, width=0.95, sill=1.2, height=1.95: Opening(along, sill, width, height, 'window', 1, 2)
    volume(-5.2, 5.2, 0, 11, FLOOR - 0.1, EAVE, {
        's': [Opening(5.55, FLOOR, 1.5, 2.75, 'door'), sash(7.7, 0.85, 1.1, 2.05), sash(8.76, 0.85, 1.1, 2.05)],
        'e': [sash(2), sash(6)], 'w': [sash(2.2), sash(6)],
        'n': [Opening(1.0, FLOOR, 3.6, 2.3, 'window', 3), sash(6.6, 1.6, 1.4, 1.4)],
    }, **finish)
    bay(finish, sash)
    blocks([((-5.1, 0.2, FLOOR - 0.1), (5.1, 10.8, FLOOR)), ((-5.1, 0.2, EAVE - 0.12), (5.1, 10.8, EAVE - 0.08)), ((-1.1, 0.2, FLOOR), (-1.0, 10.8, EAVE)), ((1.9, 0.2, FLOOR), (2.0, 5, EAVE)), ((-5.1, 4.8, FLOOR), (5.1, 4.9, EAVE))], plain)
    block((-5.15, 0.05, 0), (5.15, 10.95, FLOOR - 0.1), m.paint((0.32, 0.33, 0.33)), 0)
    roofs.hip(-5.2, 5.2, 0, 11, EAVE + 0.1, 2.6, roof, white, white, 0.35)
    with group((0, 0, 0), 90):
        roofs.gable(-2.0, 3.5, 1.35, 5.0, EAVE + 0.05, 1.55, roof, white, white, over=0.35, end=0.25, thick=0.12)
    gable_front(white)
    chimneys()
    verandah(white, roof)
    if lit:
        for x, y in ((-3.2, -0.5), (0.6, 2.0), (3.4, 2.0)):
            light.lamp('POINT', (x, y, 2.9), 380, (1, 0.55, 0.22), 0.25)


def bay(finish, sash):
    """The square bay that comes forward under the gable, with a group of tall sashes."""
    volume(-4.85, -1.5, -1.6, 0.2, FLOOR - 0.1, EAVE, {
        's': [sash(0.22, 0.62), sash(1.05, 1.25), sash(2.51, 0.62)], 'e': [sash(0.55, 0.7)], 'w': [sash(0.55, 0.7)],
    }, **finish)
    block((-4.8, -1.55, 0), (-1.55, 0.2, FLOOR - 0.1), m.paint((0.32, 0.33, 0.33)), 0)
    white = m.paint(WHITE, 0.4)
    # Brackets under the eave, one on each side of every window.
    for x in (-4.72, -3.98, -2.48, -1.75):
        prism([(-1.6, EAVE - 0.1), (-1.92, EAVE - 0.1), (-1.86, EAVE - 0.2), (-1.7, EAVE - 0.3), (-1.6, EAVE - 0.5)], x, x + 0.08, white, 'x')


def gable_front(white):
    """Shingled triangle, a finial and a sunburst of slats."""
    y = -2.0
    for row in range(8):
        z = EAVE + 0.02 + row * 0.17
        half = 1.95 * (1 - row / 8.6)
        blocks([((-3.175 - half + i * 0.16, y + 0.01 - 0.003 * (i % 2), z), (-3.175 - half + i * 0.16 + 0.15, y + 0.06, z + 0.19)) for i in range(int(2 * half / 0.16))], m.paint(GREY, 0.55))
    block((-5.15, y - 0.06, EAVE - 0.06), (-1.2, y + 0.1, EAVE + 0.06), white, 0.01)
    turned([(0.001, 0), (0.06, 0), (0.06, 0.25), (0.03, 0.3), (0.055, 0.4), (0.02, 0.6), (0.001, 0.72)], white, (-3.175, y - 0.22, EAVE + 1.58))
    for t in np.linspace(0.25, np.pi - 0.25, 9):
        rod((-3.175 + 0.12 * np.cos(t), y - 0.2, EAVE + 0.85 + 0.12 * np.sin(t)), (-3.175 + 0.5 * np.cos(t), y - 0.2, EAVE + 0.85 + 0.36 * np.sin(t)), 0.014, white, 8)


def chimneys():
    for x, y in ((-1.4, 5.4), (3.2, 6.2)):
        block((x, y, 4.5), (x + 0.75, y + 0.6, 7.4), m.brick('xz'), 0.01)
        block((x - 0.06, y - 0.06, 7.15), (x + 0.81, y + 0.66, 7.3), m.brick('xz'), 0.01)
        for dx in (0.2, 0.55):
            turned([(0.1, 7.4), (0.09, 7.75), (0.11, 7.8), (0.08, 7.8), (0.07, 7.5)], m.paint((0.35, 0.14, 0.08), 0.8), (x + dx, y + 0.3, 0))


def verandah(white, roof):
    front, left, right = -1.6, -1.5, 5.2
    garden.deck(left, front, right, 0, FLOOR - 0.04, ((0.3, 0.31, 0.31), (0.24, 0.25, 0.25)), 0.1, 'y', 0.3)
    block((left, front + 0.05, 0), (right, front + 0.12, FLOOR - 0.1), m.paint((0.32, 0.33, 0.33)), 0)
    roofs.corrugated([(left - 0.1, front - 0.25, 3.05), (right + 0.3, front - 0.25, 3.05), (right + 0.3, 0.05, 3.62), (left - 0.1, 0.05, 3.62)], roof)
    block((left, front - 0.26, 2.93), (right + 0.28, front - 0.2, 3.07), white, 0.01)
    block((left, front - 0.05, 2.75), (right, front + 0.05, 2.9), white, 0.008)
    posts = [left + 0.08, 0.3, 1.95, 3.55, right - 0.08]
    for x in posts:
        block((x - 0.055, front - 0.055, FLOOR - 0.04), (x + 0.055, front + 0.055, 2.8), white, 0.012)
        block((x - 0.075, front - 0.075, FLOOR - 0.04), (x + 0.075, front + 0.075, FLOOR + 0.2), white, 0.01)
        block((x - 0.075, front - 0.075, 2.2), (x + 0.075, front + 0.075, 2.26), white, 0.01)
    for a, b in zip(posts, posts[1:]):
        fretwork(a, b, front, white)
        if not (a < 1.0 < b):
            garden.balustrade((a, front), (b, front), FLOOR - 0.04, white, 0.85, step=0.11)
    garden.balustrade((right - 0.08, front), (right - 0.08, 0), FLOOR - 0.04, white, 0.85)


def fretwork(a, b, y, white):
    """A frieze of small slats and a curved bracket at each post."""
    blocks([((x, y - 0.012, 2.6), (x + 0.025, y + 0.012, 2.78)) for x in np.arange(a + 0.06, b - 0.05, 0.075)], white)
    block((a, y - 0.018, 2.57), (b, y + 0.018, 2.61), white, 0.004)
    for foot, sign in ((a + 0.05, 1), (b - 0.05, -1)):
        arc = [(foot + sign * 0.42 * (1 - np.cos(t)), y, 2.58 - 0.42 * (1 - np.sin(t))) for t in np.linspace(0, np.pi / 2, 10)]
        tube(arc, 0.02, white, 8)
        rod((foot + sign * 0.05, y, 2.42), (foot + sign * 0.2, y, 2.57), 0.014, white, 8)
        turned([(0.001, -0.012), (0.06, -0.012), (0.06, 0.012), (0.001, 0.012)], white, (foot + sign * 0.09, y, 2.51), 16)


def front_door(opening):
    left, foot = opening.along, opening.sill
    white = m.paint(WHITE, 0.4)
    frame(Opening(left, foot, 0.3, 2.75, up=2), white, face=0.04)
    frame(Opening(left + 1.2, foot, 0.3, 2.75, up=2), white, face=0.04)
    frame(Opening(left + 0.3, foot + 2.12, 0.9, 0.63), white, face=0.05)
    with group((left + 0.32, 0.05, foot)):
        panel_door(0.86, 2.1, m.paint((0.05, 0.13, 0.2), 0.3), 1, m.metal((0.75, 0.55, 0.25), 0.25))
    blocks([((left - 0.1, -0.06, foot), (left, 0.02, foot + 2.85)), ((left + 1.5, -0.06, foot), (left + 1.6, 0.02, foot + 2.85)), ((left - 0.12, -0.07, foot + 2.75), (left + 1.62, 0.02, foot + 2.87))], white, 0.005)
    block((left + 0.35, -0.75, foot - 0.02), (left + 1.15, -0.25, foot), m.fabric((0.24, 0.18, 0.12)), 0.004)
