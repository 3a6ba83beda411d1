"""Leaves and lawns."""

from functools import lru_cache

from .nodes import Nodes, mixed, shade


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
