"""Takes the noise out of a render: the published U-Net of Open Image Denoise (colour, albedo and
normal in, clean colour out), run in numpy, because Debian's Blender is built without it."""

import struct

import numpy as np


def denoise(colour, albedo, normal, weights_path):
    """All pictures are float arrays of height × width × 3, in linear light."""
    weights = read_weights(weights_path)
    scale = exposure_of(colour)
    picture = np.concatenate([compress(colour * scale), np.clip(albedo, 0, 1), normal * 0.5 + 0.5], axis=2)
    height, width, _ = colour.shape
    # Four halvings need a multiple of sixteen.
    padded = np.pad(picture, ((0, -height % 16), (0, -width % 16), (0, 0)), mode='reflect')
    clean = unet(padded.astype(np.float32), weights)[:height, :width]
    return expand(clean) / scale


def unet(picture, weights):
    def conv(layer, x, active=True):
        return convolve(x, weights[f'{layer}.weight'], weights[f'{layer}.bias'], active)

    first = halve(conv('enc_conv1', conv('enc_conv0', picture)))
    second = halve(conv('enc_conv2', first))
    third = halve(conv('enc_conv3', second))
    fourth = halve(conv('enc_conv4', third))
    x = conv('enc_conv5b', conv('enc_conv5a', fourth))
    for level, skipped in ((4, third), (3, second), (2, first), (1, picture)):
        x = np.concatenate([double(x), skipped], axis=2)
        x = conv(f'dec_conv{level}b', conv(f'dec_conv{level}a', x))
    return conv('dec_conv0', x, active=False)


def convolve(x, weight, bias, active):
    """A 3 × 3 convolution as nine matrix products. In a padded picture that is laid out as one long
    row, each neighbour is a shifted slice; bands of four rows stay in the processor's cache."""
    height, width, channels = x.shape
    step, deep = width + 2, len(bias)
    padded = np.zeros((height + 3, step, channels), np.float32)
    padded[1 : height + 1, 1 : width + 1] = x
    flat = padded.reshape(-1, channels)
    taps = [(dy * step + dx, np.ascontiguousarray(weight[:, :, dy, dx].T)) for dy in range(3) for dx in range(3)]
    result = np.empty((height * step, deep), np.float32)
    scratch = np.empty((4 * step, deep), np.float32)
    for start in range(0, height * step, 4 * step):
        end = min(start + 4 * step, height * step)
        band, product = result[start:end], scratch[: end - start]
        band[:] = bias
        for shift, matrix in taps:
            band += np.matmul(flat[start + shift : end + shift], matrix, out=product)
        if active:
            np.maximum(band, 0, out=band)
    return result.reshape(height, step, deep)[:, :width]


def halve(x):
    height, width, channels = x.shape
    return np.ascontiguousarray(x).reshape(height // 2, 2, width // 2, 2, channels).max(axis=(1, 3))


def double(x):
    return x.repeat(2, axis=0).repeat(2, axis=1)


# The network was trained on light squeezed by this curve, which follows how eyes see brightness.
A, B, C, D = 1.41283765e03, 1.64593172e00, 4.31384981e-01, -2.94139609e-03
E, F, G = 1.92653254e-01, 6.26026094e-03, 9.98620152e-01
Y0, Y1, X0, X1 = 1.57945760e-06, 3.22087631e-02, 2.23151711e-03, 3.70974749e-01
BRIGHTEST = E * np.log(65504 + F) + G


def compress(y):
    y = np.clip(np.nan_to_num(y), 0, 65504)
    curve = np.where(y <= Y1, B * np.power(np.maximum(y, 1e-12), C) + D, E * np.log(y + F) + G)
    return np.where(y <= Y0, A * y, curve) / BRIGHTEST


def expand(x):
    x = np.maximum(x, 0) * BRIGHTEST
    curve = np.where(x <= X1, np.power(np.maximum((x - D) / B, 0), 1 / C), np.exp((x - G) / E) - F)
    return np.where(x <= X0, x / A, curve)


def exposure_of(colour):
    """Brings the middle of the picture to 18 % grey, which is what the network expects."""
    height, width, _ = colour.shape
    light = colour @ np.array([0.212671, 0.715160, 0.072169])
    tiles = light[: height // 16 * 16, : width // 16 * 16].reshape(height // 16, 16, width // 16, 16).mean(axis=(1, 3))
    lit = tiles[tiles > 1e-8]
    return 0.18 / np.exp2(np.log2(lit).mean()) if lit.size else 1.0


def read_weights(path):
    """Intel's TZA format: a table at the end names each tensor, its shape and where it lies."""
    with open(path, 'rb') as file:
        data = file.read()
    magic, _, _, at = struct.unpack_from('<HBBQ', data)
    if magic != 0x41D7:
        raise ValueError(f'{path} holds no weights')
    (count,) = struct.unpack_from('<I', data, at)
    at += 4
    tensors = {}
    for _ in range(count):
        (length,) = struct.unpack_from('<H', data, at)
        name = data[at + 2 : at + 2 + length].decode()
        at += 2 + length
        dimensions = data[at]
        shape = struct.unpack_from(f'<{dimensions}I', data, at + 1)
        at += 1 + 4 * dimensions + dimensions
        kind, offset = struct.unpack_from('<cQ', data, at)
        at += 9
        number = np.dtype('<f2' if kind == b'h' else '<f4')
        values = np.frombuffer(data, number, int(np.prod(shape)), offset)
        tensors[name] = values.reshape(shape).astype(np.float32)
    return tensors
