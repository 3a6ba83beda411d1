"""What things are made of. Every surface is a little uneven: in colour, in gloss and in height."""

from functools import lru_cache

import bpy


class Nodes:
    """A short way to write a node tree."""

    def __init__(self, name):
        self.material = bpy.data.materials.new(name)
        self.material.use_nodes = True
        self.tree = self.material.node_tree
        self.shader = self.tree.nodes['Principled BSDF']
        self.out = self.tree.nodes['Material Output']

    def add(self, kind, inputs=None, **settings):
        node = self.tree.nodes.new(f'ShaderNode{kind}')
        for key, value in settings.items():
            setattr(node, key, value)
        for key, value in (inputs or {}).items():
            self.set(node.inputs[key], value)
        return node

    def set(self, socket, value):
        if isinstance(value, bpy.types.NodeSocket):
            self.tree.links.new(value, socket)
        elif socket.type == 'RGBA':
            socket.default_value = (*value, 1) if len(value) == 3 else value
        else:
            socket.default_value = value

    def surface(self, **inputs):
        for key, value in inputs.items():
            self.set(self.shader.inputs[key.replace('_', ' ').title() if key != 'ior' else 'IOR'], value)

    def place(self, scale=(1, 1, 1), plane='xy'):
        """Coordinates in metres of the thing itself; plane says which two of them a flat pattern uses."""
        where = self.add('TexCoord').outputs['Object']
        if plane != 'xy':
            parts = self.add('SeparateXYZ', {0: where}).outputs
            first, second = (parts['XYZ'.index(c.upper())] for c in plane)
            third = parts['XYZ'.index(next(c for c in 'XYZ' if c.lower() not in plane))]
            where = self.add('CombineXYZ', {0: first, 1: second, 2: third}).outputs[0]
        return self.add('Mapping', {'Vector': where, 'Scale': scale}).outputs[0]

    def noise(self, where, scale, detail=4.0, rough=0.55):
        return self.add('TexNoise', {'Vector': where, 'Scale': scale, 'Detail': detail, 'Roughness': rough}).outputs['Fac']

    def blend(self, amount, first, second):
        return self.add('MixRGB', {0: amount, 1: first, 2: second}).outputs[0]

    def range(self, value, low, high):
        return self.add('MapRange', {'Value': value, 'From Min': 0.3, 'From Max': 0.7, 'To Min': low, 'To Max': high}).outputs[0]

    def bump(self, height, strength=0.2, distance=0.01):
        self.set(self.shader.inputs['Normal'], self.add('Bump', {'Height': height, 'Strength': strength, 'Distance': distance}).outputs[0])


def shade(colour, factor):
    return tuple(min(c * factor, 1) for c in colour)


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
    grain = n.noise(where, 1.6, 8, 0.65)
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
    grain = n.noise(n.place((1.1, 17, 1), flat), 1.7, 8, 0.65)
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
    stain, grit = n.noise(where, 0.9, 7, 0.6), n.noise(where, 90, 3)
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


@lru_cache(None)
def fabric(colour, weave=450, uneven=0.12, sheen=0.4):
    n = Nodes('fabric')
    where = n.place()
    threads, wear = n.noise(where, weave, 2), n.noise(where, 5, 4)
    tone = n.blend(n.range(threads, 0, 1), shade(colour, 1 - uneven), shade(colour, 1 + uneven))
    n.surface(base_color=n.blend(n.range(wear, 0, 0.3), tone, shade(colour, 0.82)), roughness=0.95, sheen=sheen, specular=0.15)
    n.bump(threads, 0.35, 0.003)
    return n.material


@lru_cache(None)
def striped(first, second, third, width=0.11, along='x'):
    """A woven rug: bands of three tones with soft, uneven edges."""
    n = Nodes('striped')
    where = n.place((1, 0.05, 1) if along == 'x' else (0.05, 1, 1))
    bands, threads = n.noise(where, 1 / width, 1), n.noise(n.place(), 220, 2)
    tone = n.blend(n.range(bands, 0, 1), first, second)
    tone = n.blend(n.range(n.noise(where, 2.6 / width, 1), -0.4, 0.9), tone, third)
    n.surface(base_color=n.blend(n.range(threads, 0, 0.4), tone, shade(first, 0.7)), roughness=1.0, sheen=0.5, specular=0.1)
    n.bump(threads, 0.6, 0.006)
    return n.material


@lru_cache(None)
def canvas(first, second, third, scale=1.4, seed=0.0):
    """An abstract picture for a wall."""
    n = Nodes('canvas')
    where = n.add('Mapping', {'Vector': n.add('TexCoord').outputs['Object'], 'Location': (seed, seed * 0.7, seed * 1.3)}).outputs[0]
    wide = n.add('TexNoise', {'Vector': where, 'Scale': scale, 'Detail': 2.0, 'Distortion': 1.2}).outputs['Fac']
    fine = n.add('TexNoise', {'Vector': where, 'Scale': scale * 2.3, 'Detail': 6.0, 'Distortion': 0.8}).outputs['Fac']
    field = n.add('ValToRGB', {0: wide})
    field.color_ramp.interpolation = 'EASE'
    for position, colour in zip((0.38, 0.5, 0.62), (first, second, third)):
        element = field.color_ramp.elements.new(position)
        element.color = (*colour, 1)
    field.color_ramp.elements.remove(field.color_ramp.elements[0])
    field.color_ramp.elements.remove(field.color_ramp.elements[-1])
    n.surface(base_color=n.blend(n.range(fine, 0, 0.35), field.outputs[0], shade(third, 0.8)), roughness=0.8)
    n.bump(fine, 0.2, 0.003)
    return n.material


def mixed(n, amount, first, second):
    n.set(n.out.inputs[0], n.add('MixShader', {0: amount, 1: first, 2: second}).outputs[0])
    return n.material


@lru_cache(None)
def glass(tint=(0.97, 0.985, 0.98)):
    """A thin pane: it mirrors by angle and lets all other light straight through, shadows too."""
    n = Nodes('glass')
    mirror = n.add('Fresnel', {'IOR': 1.5}).outputs[0]
    seen = n.add('BsdfTransparent', {'Color': tint}).outputs[0]
    shine = n.add('BsdfGlossy', {'Roughness': 0.0}).outputs[0]
    # Two surfaces mirror about twice as much as one; shadow rays must not be held up at all.
    twice = n.add('Math', {0: mirror, 1: 1.8}, operation='MULTIPLY', use_clamp=True).outputs[0]
    direct = n.add('Math', {0: twice, 1: n.add('Math', {0: 1.0, 1: n.add('LightPath').outputs['Is Shadow Ray']}, operation='SUBTRACT').outputs[0]}, operation='MULTIPLY').outputs[0]
    return mixed(n, direct, seen, shine)


@lru_cache(None)
def mirror():
    return metal((0.93, 0.94, 0.94), 0.0)


@lru_cache(None)
def water(colour=(0.55, 0.85, 0.9), waves=2.2, strength=0.12):
    n = Nodes('water')
    ripple = n.noise(n.place(), waves, 3)
    normal = n.add('Bump', {'Height': ripple, 'Strength': strength, 'Distance': 0.1}).outputs[0]
    seen = n.add('BsdfTransparent', {'Color': colour}).outputs[0]
    shine = n.add('BsdfGlossy', {'Roughness': 0.01, 'Normal': normal}).outputs[0]
    return mixed(n, n.add('Fresnel', {'IOR': 1.33, 'Normal': normal}).outputs[0], seen, shine)


@lru_cache(None)
def sheer(colour=(0.92, 0.91, 0.88), through=0.45):
    """Curtains and lampshades: some light passes, softened."""
    n = Nodes('sheer')
    threads = n.noise(n.place(), 300, 2)
    tone = n.blend(n.range(threads, 0, 1), shade(colour, 0.92), colour)
    return mixed(n, through, n.add('BsdfDiffuse', {'Color': tone}).outputs[0], n.add('BsdfTranslucent', {'Color': tone}).outputs[0])


@lru_cache(None)
def leaf(colour, other, through=0.35, rough=0.45):
    """Each leaf (an island of the mesh) has its own green, and light shines through it."""
    n = Nodes('leaf')
    own = n.add('NewGeometry').outputs['Random Per Island']
    patch = n.add('ObjectInfo').outputs['Random']
    tone = n.blend(own, colour, other)
    tone = n.add('HueSaturation', {'Hue': 0.5, 'Value': n.add('MapRange', {'Value': patch, 'To Min': 0.8, 'To Max': 1.15}).outputs[0], 'Color': tone}).outputs[0]
    n.surface(base_color=tone, roughness=rough, specular=0.35)
    return mixed(n, through, n.shader.outputs[0], n.add('BsdfTranslucent', {'Color': n.blend(0.5, tone, (0.35, 0.5, 0.04))}).outputs[0])


@lru_cache(None)
def lawn(colour=(0.075, 0.14, 0.025), other=(0.13, 0.17, 0.045)):
    n = Nodes('lawn')
    where = n.place()
    patches, fine = n.noise(where, 0.35, 6), n.noise(where, 45, 5)
    n.surface(base_color=n.blend(n.range(patches, 0, 1), n.blend(n.range(fine, 0, 1), shade(colour, 0.5), colour), n.blend(n.range(fine, 0, 1), shade(other, 0.6), other)), roughness=0.95, specular=0.1)
    n.bump(fine, 0.8, 0.03)
    return n.material


@lru_cache(None)
def glow(colour=(1.0, 0.72, 0.42), strength=8.0):
    n = Nodes('glow')
    n.set(n.out.inputs[0], n.add('Emission', {'Color': colour, 'Strength': strength}).outputs[0])
    return n.material
