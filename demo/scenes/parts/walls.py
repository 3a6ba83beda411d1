"""Walls with openings, what clads them, and what fills the openings."""

from dataclasses import dataclass

from . import materials as m
from .shapes import block, blocks, group, mesh, put, rod
from .soft import curtain as hang


@dataclass
class Opening:
    """Measured along the wall from its start, and up from the floor."""
    along: float
    sill: float
    width: float
    height: float
    kind: str = 'window'
    across: int = 1
    up: int = 1
    blind: float = 0.0


def around(length, low, high, openings):
    """The rectangles that are left of a wall when its openings are cut out."""
    holes = [(o.along, o.along + o.width, o.sill, o.sill + o.height) for o in openings]
    heights = sorted({low, high, *(z for hole in holes for z in hole[2:] if low < z < high)})
    for bottom, top in zip(heights, heights[1:]):
        middle = (bottom + top) / 2
        cuts = sorted((a, b) for a, b, c, d in holes if c < middle < d)
        start = 0.0
        for a, b in [*cuts, (length, length)]:
            if a - start > 1e-4:
                yield start, a, bottom, top
            start = max(start, b)


def wall(at, turn, length, height, openings=(), inside=None, outside=None, fill=None, thick=0.16, low=0.0):
    """Runs along its own x; the outside is at y = 0 and looks to -y, the inside at y = thick."""
    with group(at, turn) as holder:
        core = inside or m.paint((0.75, 0.74, 0.72))
        pieces = [((a, 0.0, c), (b, thick, d)) for a, b, c, d in around(length, low, height, openings)]
        blocks(pieces, core)
        if outside:
            outside(length, low, height, openings)
        for opening in openings if fill else ():
            fill(opening)
    return holder


def volume(x0, x1, y0, y1, low, high, openings, **finish):
    """Four walls around a rectangle; openings are named by side and measured from its left, seen from outside."""
    sides = {'s': ((x0, y0, 0), 0, x1 - x0), 'n': ((x1, y1, 0), 180, x1 - x0), 'e': ((x1, y0, 0), 90, y1 - y0), 'w': ((x0, y1, 0), -90, y1 - y0)}
    for side, (at, turn, length) in sides.items():
        wall(at, turn, length, high, openings.get(side, ()), low=low, **finish)


def weatherboards(material, reveal=0.15):
    """Real boards, thicker at the foot, so that each throws a thin shadow on the next."""
    def clad(length, low, height, openings):
        vertices, faces = [], []
        row = low
        while row < height:
            top = min(row + reveal, height)
            for a, b, c, d in around(length, row, top, openings):
                lean = lambda z: -0.012 - 0.022 * (1 - (z - row) / reveal)
                start = len(vertices)
                vertices += [(a, 0, c), (b, 0, c), (b, lean(c), c), (a, lean(c), c), (a, 0, d), (b, 0, d), (b, lean(d), d), (a, lean(d), d)]
                faces += [tuple(start + i for i in f) for f in ((0, 1, 2, 3), (4, 7, 6, 5), (3, 2, 6, 7), (0, 3, 7, 4), (1, 5, 6, 2))]
            row += reveal
        put(mesh('weatherboards', vertices, faces, material))
        blocks([((-0.03, -0.045, low), (0.07, 0.02, height)), ((length - 0.07, -0.045, low), (length + 0.03, 0.02, height))], material, 0.003)
    return clad


def panels(material, thick=0.03):
    """A flat skin: brick, concrete, plaster."""
    def clad(length, low, height, openings):
        blocks([((a, -thick, c), (b, 0.001, d)) for a, b, c, d in around(length, low, height, openings)], material)
    return clad


def battens(material, dark, width=0.1, gap=0.012):
    """Upright cedar boards with a shadow line between them."""
    def clad(length, low, height, openings):
        boards = []
        count = round(length / (width + gap))
        step = length / count
        for a, b, c, d in around(length, low, height, openings):
            first, last = int(a / step), int(b / step + 0.999)
            for i in range(first, last):
                left, right = max(i * step, a), min(i * step + step - gap, b)
                if right - left > 0.005:
                    boards.append(((left, -0.03, c), (right, 0.0, d)))
        blocks(boards, material, 0.002)
        blocks([((a, -0.006, c), (b, 0.001, d)) for a, b, c, d in around(length, low, height, openings)], dark)
    return clad


def frame(opening, material, thick=0.16, face=0.055, facing=None, lining=None, curtain=None):
    """Fills one opening: lining, sashes, panes; outside a facing and a sill if given."""
    o = opening
    left, right, bottom, top = o.along, o.along + o.width, o.sill, o.sill + o.height
    deep = 0.05
    bars = [((left, 0.03, bottom), (left + face, 0.03 + deep, top)), ((right - face, 0.03, bottom), (right, 0.03 + deep, top))]
    bars += [((left, 0.03, bottom), (right, 0.03 + deep, bottom + face)), ((left, 0.03, top - face), (right, 0.03 + deep, top))]
    for i in range(1, o.across):
        x = left + o.width * i / o.across
        bars.append(((x - face * 0.6, 0.032, bottom), (x + face * 0.6, 0.03 + deep, top)))
    for i in range(1, o.up):
        z = bottom + o.height * i / o.up
        bars.append(((left, 0.022, z - face * 0.6), (right, 0.03 + deep, z + face * 0.6)))
    blocks(bars, material, 0.004)
    pane = [(left, 0.055, bottom), (right, 0.055, bottom), (right, 0.055, top), (left, 0.055, top)]
    put(mesh('pane', pane, [(0, 1, 2, 3)], m.glass()))
    if facing:
        trim = [((left - 0.09, -0.06, bottom - 0.02), (left, 0.01, top + 0.09)), ((right, -0.06, bottom - 0.02), (right + 0.09, 0.01, top + 0.09))]
        trim.append(((left - 0.11, -0.07, top), (right + 0.11, 0.01, top + 0.1)))
        if bottom > 0.15:
            trim.append(((left - 0.12, -0.1, bottom - 0.05), (right + 0.12, 0.03, bottom)))
        blocks(trim, facing, 0.004)
    if lining:
        edge = 0.07
        trim = [((left - edge, thick - 0.001, max(bottom - edge, 0)), (left, thick + 0.018, top + edge)), ((right, thick - 0.001, max(bottom - edge, 0)), (right + edge, thick + 0.018, top + edge))]
        trim.append(((left, thick - 0.001, top), (right, thick + 0.018, top + edge)))
        if bottom > 0.1:
            trim += [((left, thick - 0.001, bottom - edge), (right, thick + 0.018, bottom)), ((left - edge, 0.05, bottom - 0.025), (right + edge, thick + 0.04, bottom))]
        blocks(trim, lining, 0.003)
    if o.blind:
        block((left + face, 0.1, top - o.height * o.blind), (right - face, 0.105, top - 0.02), m.sheer((0.85, 0.83, 0.78), 0.3), 0)
    # A dark room behind glass, seen from outside, would look like a hole without something in it.
    if curtain:
        with group((left + 0.12, thick + 0.1, bottom)):
            hang(min(o.width * 0.22, 0.55), o.height - 0.05, curtain)
        with group((right - 0.12 - min(o.width * 0.22, 0.55), thick + 0.1, bottom)):
            hang(min(o.width * 0.22, 0.55), o.height - 0.05, curtain)


def panel_door(width, height, material, panes=0, handle=None):
    """A door in its own group: stiles and rails around sunk panels, the upper ones of glass if asked."""
    stile = 0.11
    blocks([((0, 0, 0), (stile, 0.042, height)), ((width - stile, 0, 0), (width, 0.042, height))], material, 0.003)
    rails = [0, height * 0.42, height - stile]
    blocks([((stile, 0, z), (width - stile, 0.042, z + (0.2 if z == 0 else stile))) for z in rails], material, 0.003)
    block((stile, 0.012, 0.2), (width - stile, 0.03, height * 0.42), material)
    block((stile, 0.018, height * 0.42 + stile), (width - stile, 0.024, height - stile), m.glass() if panes else material, 0)
    if handle:
        rod((width - 0.055, -0.05, height * 0.48), (width - 0.16, -0.05, height * 0.48), 0.009, handle)
        rod((width - 0.055, -0.05, height * 0.48), (width - 0.055, 0.01, height * 0.48), 0.009, handle)
