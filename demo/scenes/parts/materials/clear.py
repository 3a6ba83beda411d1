"""Glass, mirrors, water, and things that shine."""

from functools import lru_cache

from .hard import metal
from .nodes import Nodes, mixed


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
def glow(colour=(1.0, 0.72, 0.42), strength=8.0):
    n = Nodes('glow')
    n.set(n.out.inputs[0], n.add('Emission', {'Color': colour, 'Strength': strength}).outputs[0])
    return n.material
