"""Seats, tables, beds, lamps and small things."""

from .beds import bed, bedside
from .lamps import floor_lamp, pendant, table_lamp
from .seats import armchair, chair, sofa, stool
from .small import books, bowl, picture, rug, vase
from .tables import heat_pump, screen, shelf_unit, table
from .tones import BLACK, OAK, WALNUT

__all__ = [
    'BLACK', 'OAK', 'WALNUT', 'armchair', 'bed', 'bedside', 'books', 'bowl', 'chair', 'floor_lamp', 'heat_pump', 'pendant',
    'picture', 'rug', 'screen', 'shelf_unit', 'sofa', 'stool', 'table', 'table_lamp', 'vase',
]
