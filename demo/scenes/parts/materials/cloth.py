"""Fabrics, rugs, pictures and curtains."""

from functools import lru_cache

from .nodes import Nodes, mixed, shade


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


@lru_cache(None)
def sheer(colour=(0.92, 0.91, 0.88), through=0.45):
    """Curtains and lampshades: some light passes, softened."""
    n = Nodes('sheer')
    threads = n.noise(n.place(), 300, 2)
    tone = n.blend(n.range(threads, 0, 1), shade(colour, 0.92), colour)
    return mixed(n, through, n.add('BsdfDiffuse', {'Color': tone}).outputs[0], n.add('BsdfTranslucent', {'Color': tone}).outputs[0])
