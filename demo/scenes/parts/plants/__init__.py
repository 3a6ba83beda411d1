"""Everything that grows."""

from .land import bush, grass, hills
from .leaves import blades, crown
from .pots import potted
from .tones import BOX, DRY, LAVENDER, OLIVE, SHRUB
from .trees import cabbage_tree, flax, hedge, shrub, tree, tree_fern

__all__ = [
    'BOX', 'DRY', 'LAVENDER', 'OLIVE', 'SHRUB', 'blades', 'bush', 'cabbage_tree', 'crown', 'flax', 'grass', 'hedge', 'hills',
    'potted', 'shrub', 'tree', 'tree_fern',
]
