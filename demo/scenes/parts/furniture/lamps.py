"""Lamps that stand and lamps that hang."""

from .. import materials as m
from ..light import lamp
from ..shapes import ball, group, rod, turned
from .tones import BLACK


def table_lamp(at, size=1.0, power=14.0, foot=(0.72, 0.7, 0.66)):
    with group(at, 0, size):
        turned([(0.001, 0), (0.07, 0.0), (0.085, 0.03), (0.11, 0.12), (0.09, 0.22), (0.03, 0.27), (0.012, 0.3), (0.012, 0.36), (0.001, 0.36)], m.gloss(foot, 0.35))
        turned([(0.13, 0.33), (0.175, 0.33), (0.14, 0.56), (0.135, 0.56), (0.17, 0.332)], m.sheer((0.95, 0.9, 0.8), 0.6))
        lamp('POINT', (0, 0, 0.44), power, (1, 0.72, 0.45), 0.05)


def floor_lamp(at, power=25.0, material=None):
    metal = material or m.metal(BLACK, 0.4)
    with group(at):
        turned([(0.001, 0), (0.15, 0), (0.15, 0.015), (0.012, 0.025), (0.012, 1.45), (0.001, 1.45)], metal)
        turned([(0.2, 1.34), (0.16, 1.64), (0.155, 1.64), (0.195, 1.342)], m.sheer((0.95, 0.9, 0.8), 0.6))
        lamp('POINT', (0, 0, 1.48), power, (1, 0.74, 0.48), 0.06)


def pendant(at, drop=1.0, shape='dome', colour=BLACK, size=1.0, power=12.0):
    """Hangs from the ceiling at `at`; the lamp is drop below it."""
    profiles = {
        'dome': [(0.03, 0.2), (0.06, 0.2), (0.12, 0.15), (0.17, 0.06), (0.185, 0.0), (0.18, 0.0), (0.16, 0.06), (0.11, 0.14), (0.05, 0.185)],
        'cone': [(0.025, 0.3), (0.05, 0.3), (0.2, 0.02), (0.2, 0.0), (0.19, 0.0), (0.045, 0.28)],
        'drum': [(0.24, 0.28), (0.25, 0.28), (0.25, 0.0), (0.24, 0.0)],
    }
    shade = m.sheer((0.95, 0.92, 0.86), 0.55) if shape == 'drum' else m.paint(colour, 0.4)
    with group((at[0], at[1], at[2] - drop)):
        with group((0, 0, 0), 0, size):
            if shape == 'globe':
                ball(0.13, m.glow((1, 0.86, 0.68), 2.2))
            else:
                turned(profiles[shape], shade)
                ball(0.045, m.glow((1, 0.82, 0.6), 12), (0, 0, 0.08))
            lamp('POINT', (0, 0, 0.0 if shape != 'globe' else -0.2), power, (1, 0.78, 0.55), 0.06)
        rod((0, 0, 0.15 * size), (0, 0, drop), 0.004, m.paint(BLACK))
        turned([(0.05, drop - 0.025), (0.05, drop), (0.001, drop)], m.paint(colour, 0.4))
