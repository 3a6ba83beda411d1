"""Paint, metal, timber, tiles, brick, concrete, stone. Every surface is a little uneven: in colour, in gloss and in height."""

from functools import lru_cache

from .nodes import Nodes, shade


@lru_cache(None)
def paint(colour, rough=0.5, uneven=0.04, grain=40):
    n = Nodes('paint')
    where = n.place()
    spots = n.noise(where, 1.3)
    n.surface(base_color=n.blend(n.range(spots, 0, 1), shade(colour, 1 - uneven), shade(colour, 1 + uneven)))
    n.surface(roughness=n.range(n.noise(where, 7), rough - 0.06, rough + 0.06))
    n.bump(n.noise(where, grain, 3), 0.05, 0.002)
    return n.material


@lru_cache(None)
def metal(colour=(0.6, 0.6, 0.6), rough=0.3):
    n = Nodes('metal')
    n.surface(base_color=colour, metallic=1.0, roughness=n.range(n.noise(n.place(), 9), rough - 0.04, rough + 0.06))
    return n.material


@lru_cache(None)
def gloss(colour, rough=0.15, coat=0.0):
    n = Nodes('gloss')
    n.surface(base_color=colour, roughness=rough, clearcoat=coat)
    return n.material


@lru_cache(None)
def timber(light, dark, along='x', rough=0.45, fine=1.0):
    """Grain: noise that is drawn out along the board."""
    n = Nodes('timber')
    stretch = {'x': (1.2, 16, 16), 'y': (16, 1.2, 16), 'z': (16, 16, 1.2)}[along]
    where = n.place(tuple(s * fine for s in stretch))
    grain = n.noise(where, 1.6, 5, 0.65)
    n.surface(base_color=n.blend(n.range(grain, 0, 1), dark, light), roughness=n.range(grain, rough + 0.1, rough - 0.05))
    n.bump(grain, 0.12, 0.004)
    return n.material


def bonded(n, where, width, height, mortar, offset=0.5, first=(0, 0, 0), second=(1, 1, 1), smooth=0.1):
    node = n.add('TexBrick', {
        'Vector': where, 'Color1': first, 'Color2': second, 'Mortar': (0.5, 0.5, 0.5), 'Scale': 1.0,
        'Mortar Size': mortar, 'Mortar Smooth': smooth, 'Brick Width': width, 'Row Height': height,
    }, offset=offset)
    return node.outputs['Color'], node.outputs['Fac']


@lru_cache(None)
def floorboards(light, dark, along='x', width=0.12, length=2.2, rough=0.35, plane=None, gap=0.0015, weathered=0.0):
    """Each board has its own tone; between the boards there is a dark line."""
    n = Nodes('floorboards')
    flat = plane or ('xy' if along == 'x' else 'yx')
    where = n.place(plane=flat)
    tone, line = bonded(n, where, length, width, gap, 0.37)
    grain = n.noise(n.place((1.1, 17, 1), flat), 1.7, 5, 0.65)
    own = n.add('Math', {0: grain, 1: n.add('Math', {0: tone, 1: 0.36}, operation='MULTIPLY').outputs[0]}, operation='ADD').outputs[0]
    spread = n.add('MapRange', {'Value': own, 'From Min': 0.38, 'From Max': 1.0}).outputs[0]
    wood = n.blend(spread, dark, light)
    n.surface(base_color=n.blend(line, wood, shade(dark, 0.25)), roughness=n.range(grain, rough + 0.1, rough - 0.04))
    height = n.add('Math', {0: n.add('Math', {0: grain, 1: 0.15}, operation='MULTIPLY').outputs[0], 1: line}, operation='SUBTRACT').outputs[0]
    n.bump(height, 0.3 + weathered, 0.003)
    return n.material


@lru_cache(None)
def tiles(colour, grout, width, height, plane='xy', rough=0.15, offset=0.0, uneven=0.05, line=0.003):
    n = Nodes('tiles')
    where = n.place(plane=plane)
    tone, gap = bonded(n, where, width, height, line, offset, shade(colour, 1 - uneven), shade(colour, 1 + uneven), 0.2)
    cloud = n.noise(where, 3.5, 5)
    face = n.blend(n.range(cloud, 0, 0.35), tone, shade(colour, 0.86))
    n.surface(base_color=n.blend(gap, face, grout), roughness=n.add('MapRange', {'Value': gap, 'To Min': rough, 'To Max': 0.8}).outputs[0])
    height_map = n.add('Math', {0: n.add('Math', {0: cloud, 1: 0.08}, operation='MULTIPLY').outputs[0], 1: gap}, operation='SUBTRACT').outputs[0]
    n.bump(height_map, 0.35, 0.003)
    return n.material


@lru_cache(None)
def brick(plane='xz', first=(0.32, 0.13, 0.075), second=(0.22, 0.085, 0.05), mortar=(0.42, 0.39, 0.35)):
    n = Nodes('brick')
    where = n.place(plane=plane)
    tone, gap = bonded(n, where, 0.23, 0.086, 0.006, 0.5, first, second, 0.15)
    grit = n.noise(where, 60, 4)
    n.surface(base_color=n.blend(gap, n.blend(n.range(n.noise(where, 9), 0, 0.5), tone, shade(first, 0.6)), mortar), roughness=0.85)
    n.bump(n.add('Math', {0: n.add('Math', {0: grit, 1: 0.4}, operation='MULTIPLY').outputs[0], 1: gap}, operation='SUBTRACT').outputs[0], 0.7, 0.008)
    return n.material


@lru_cache(None)
def concrete(colour=(0.42, 0.41, 0.39), rough=0.75, joints=0.0, plane='xy'):
    n = Nodes('concrete')
    where = n.place(plane=plane)
    stain, grit = n.noise(where, 0.9, 4, 0.6), n.noise(where, 90, 3)
    tone = n.blend(n.range(stain, 0, 1), shade(colour, 0.82), shade(colour, 1.12))
    tone = n.blend(n.range(grit, 0, 0.25), tone, shade(colour, 0.6))
    height = grit
    if joints:
        _, gap = bonded(n, where, joints, joints, 0.006, 0)
        tone = n.blend(gap, tone, shade(colour, 0.35))
        height = n.add('Math', {0: n.add('Math', {0: grit, 1: 0.3}, operation='MULTIPLY').outputs[0], 1: gap}, operation='SUBTRACT').outputs[0]
    n.surface(base_color=tone, roughness=n.range(stain, rough - 0.1, rough + 0.08))
    n.bump(height, 0.25, 0.004)
    return n.material


@lru_cache(None)
def speckled(first, second, scale=60, rough=0.9, strength=0.6, distance=0.02):
    """Gravel, soil, bark: cells of different tone and height."""
    n = Nodes('speckled')
    where = n.place()
    cells = n.add('TexVoronoi', {'Vector': where, 'Scale': scale})
    n.surface(base_color=n.blend(n.range(n.noise(where, 0.7), 0, 0.35), n.blend(cells.outputs['Color'], first, second), shade(first, 0.6)), roughness=rough)
    n.bump(n.add('Math', {0: 1.0, 1: cells.outputs['Distance']}, operation='SUBTRACT').outputs[0], strength, distance)
    return n.material


@lru_cache(None)
def stone(base=(0.86, 0.85, 0.83), vein=(0.45, 0.44, 0.43), rough=0.12, amount=0.5):
    """Benchtops: faint veins where warped noise crosses its middle."""
    n = Nodes('stone')
    where = n.place()
    warp = n.add('MixRGB', {0: 0.35, 1: where, 2: n.add('TexNoise', {'Vector': where, 'Scale': 1.5, 'Detail': 5.0}).outputs['Color']}).outputs[0]
    line = n.add('Math', {0: n.noise(warp, 2.2, 6), 1: 0.5}, operation='SUBTRACT').outputs[0]
    near = n.add('Math', {0: line}, operation='ABSOLUTE').outputs[0]
    vein_at = n.add('MapRange', {'Value': near, 'From Min': 0.0, 'From Max': 0.03, 'To Min': amount, 'To Max': 0.0}).outputs[0]
    n.surface(base_color=n.blend(vein_at, n.blend(n.range(n.noise(where, 3), 0, 0.4), base, shade(base, 0.92)), vein), roughness=rough)
    return n.material
