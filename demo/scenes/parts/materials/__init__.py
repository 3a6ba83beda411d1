"""What things are made of."""

from .clear import glass, glow, mirror, water
from .cloth import canvas, fabric, sheer, striped
from .green import lawn, leaf
from .hard import brick, concrete, floorboards, gloss, metal, paint, speckled, stone, tiles, timber
from .nodes import shade

__all__ = [
    'brick', 'canvas', 'concrete', 'fabric', 'floorboards', 'glass', 'gloss', 'glow', 'lawn', 'leaf', 'metal', 'mirror',
    'paint', 'shade', 'sheer', 'speckled', 'stone', 'striped', 'tiles', 'timber', 'water',
]
