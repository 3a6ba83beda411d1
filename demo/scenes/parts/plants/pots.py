"""Plants for rooms and terraces."""

from .. import materials as m
from ..shapes import group, put, tube, turned
from .leaves import blades, broad_leaves, crown
from .tones import SHRUB


def potted(at, size=1.0, kind='palm', pot=None, seed=1):
    pot = pot or m.paint((0.75, 0.73, 0.7), 0.6)
    with group(at, seed * 77, size):
        turned([(0.12, 0), (0.16, 0.02), (0.19, 0.3), (0.18, 0.32), (0.165, 0.3), (0.16, 0.28), (0.001, 0.28)], pot)
        if kind == 'palm':
            put(blades(seed, 26, 0.95, 0.1, 0.05, 1.2, ((0.04, 0.11, 0.025), (0.09, 0.18, 0.04)), 0.4, 6), (0, 0, 0.26))
        elif kind == 'fiddle':
            bark = m.paint((0.12, 0.09, 0.06), 0.8)
            tube([(0, 0, 0.25), (0.03, 0.01, 0.7), (0, 0, 1.15)], 0.018, bark)
            put(broad_leaves(seed + 90, 52, 0.5, 0.95, 0.3, 0.19, ((0.03, 0.1, 0.02), (0.08, 0.16, 0.035))), (0, 0, 0.95))
        else:
            put(crown(seed + 60, 900, 0.5, 0.45, 8, 0.05, 0.028, SHRUB), (0, 0, 0.46))
