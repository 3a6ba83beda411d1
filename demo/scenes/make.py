"""Renders the pictures of the demo: all, those of one house, or one. See README.md."""

import argparse
import io
import re
import subprocess
import tarfile
import tempfile
from pathlib import Path

from PIL import Image, ImageEnhance, ImageFilter

HERE = Path(__file__).resolve().parent
PHOTOS = HERE.parent / 'photos'
WEIGHTS = HERE / '.weights' / 'rt_hdr_alb_nrm.tza'
SIZE = (1600, 1067)
LISTINGS = {
    'karori': '14-kowhai-hollow-rise-karori',
    'villa': '7-lanternmaker-lane-grey-lynn',
    'country': '231-old-windmill-ford-road-havelock-north',
}


def main():
    options = read_options()
    fetch_weights()
    wanted_house, _, wanted_picture = options.what.partition('/')
    for house in LISTINGS if wanted_house == 'all' else [wanted_house]:
        for picture in [wanted_picture] if wanted_picture else pictures_of(house):
            make(house, picture, options)


def read_options():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument('what', nargs='?', default='all', help='a house, or house/picture')
    parser.add_argument('--size', type=int, default=100, help='percent of 1600 × 1067')
    parser.add_argument('--samples', type=int, default=24)
    parser.add_argument('--to', type=Path, default=PHOTOS)
    return parser.parse_args()


def pictures_of(house):
    """Read as text: the module itself only loads inside Blender."""
    return re.findall(r"^    '(\d\d-[a-z-]+)':", (HERE / 'houses' / f'{house}.py').read_text(), re.MULTILINE)


def make(house, picture, options):
    target = options.to / LISTINGS[house] / f'{picture}.webp'
    with tempfile.TemporaryDirectory() as folder:
        render = Path(folder) / 'render.png'
        words = [house, picture, str(render), str(options.size), str(options.samples)]
        subprocess.run(['nice', '-n', '19', 'blender', '-b', '--python', str(HERE / 'render.py'), '--', *words], check=True)
        develop(render, target)


def develop(render, target):
    """A smaller render is brought to full size. Filmic is gentle with colour, so a little is given back.
    WebP keeps no metadata unless it is told to."""
    with Image.open(render) as image:
        picture = image.convert('RGB')
    if picture.size != SIZE:
        picture = picture.resize(SIZE, Image.LANCZOS).filter(ImageFilter.UnsharpMask(1.2, 60, 2))
    picture = ImageEnhance.Contrast(ImageEnhance.Color(picture).enhance(1.16)).enhance(1.05)
    target.parent.mkdir(parents=True, exist_ok=True)
    picture.save(target, 'WEBP', quality=88, method=6)


def fetch_weights():
    if WEIGHTS.exists():
        return
    with tempfile.TemporaryDirectory() as folder:
        name = subprocess.run(['npm', 'pack', '--silent', 'denoiser@0.0.11'], cwd=folder, check=True, capture_output=True, text=True).stdout.strip()
        with tarfile.open(Path(folder) / name) as package:
            data = package.extractfile(f'package/tzas/{WEIGHTS.name}')
            WEIGHTS.parent.mkdir(exist_ok=True)
            WEIGHTS.write_bytes(io.BytesIO(data.read()).getvalue())


if __name__ == '__main__':
    main()
