"""Renders one picture. Run by make.py: blender -b --python render.py -- HOUSE PICTURE FILE SIZE SAMPLES"""

import importlib
import os
import sys
import tempfile
import time

sys.path.insert(0, os.path.dirname(__file__))
# Several threads of matrix products spin while they wait for each other, which a busy machine pays for.
os.environ['OPENBLAS_NUM_THREADS'] = '1'

import bpy
import numpy as np

from denoise import denoise

WEIGHTS = os.path.join(os.path.dirname(__file__), '.weights', 'rt_hdr_alb_nrm.tza')
PASSES = ('Image', 'Denoising Albedo', 'Denoising Normal')


def main(house, picture, file, percent, samples):
    started = time.time()
    bpy.ops.wm.read_factory_settings(use_empty=True)
    scene = bpy.context.scene
    prepare(scene, int(percent), int(samples))
    # Pictures may set exposure, samples and look of their own, so they come after the defaults.
    importlib.import_module(f'houses.{house}').PICTURES[picture]()
    built = time.time()
    with tempfile.TemporaryDirectory() as folder:
        keep_passes(scene, folder)
        bpy.ops.render.render()
        rendered = time.time()
        colour, albedo, normal = (read_pass(folder, name) for name in PASSES)
    save(scene, denoise(colour, albedo, normal, WEIGHTS), file)
    print(f'{house}/{picture}: built {built - started:.0f} s, rendered {rendered - built:.0f} s, cleaned {time.time() - rendered:.0f} s')


def prepare(scene, percent, samples):
    scene.render.engine = 'CYCLES'
    scene.render.resolution_x, scene.render.resolution_y, scene.render.resolution_percentage = 1600, 1067, percent
    scene.render.film_transparent = False
    scene.view_settings.view_transform, scene.view_settings.look = 'Filmic', 'Medium High Contrast'
    cycles = scene.cycles
    cycles.samples, cycles.use_adaptive_sampling, cycles.adaptive_threshold, cycles.seed = samples, samples > 32, 0.02, 7
    cycles.use_denoising = False
    cycles.max_bounces, cycles.diffuse_bounces, cycles.glossy_bounces = 6, 3, 3
    cycles.transmission_bounces, cycles.transparent_max_bounces = 6, 16
    # A few brilliant paths would leave bright specks that no filter can take back.
    cycles.sample_clamp_direct, cycles.sample_clamp_indirect, cycles.blur_glossy = 12, 3, 1
    cycles.caustics_reflective = cycles.caustics_refractive = False


def keep_passes(scene, folder):
    scene.view_layers[0].cycles.denoising_store_passes = True
    scene.use_nodes = True
    tree = scene.node_tree
    tree.nodes.clear()
    layers, out = tree.nodes.new('CompositorNodeRLayers'), tree.nodes.new('CompositorNodeOutputFile')
    out.base_path, out.format.file_format, out.format.color_depth = folder, 'OPEN_EXR', '32'
    out.file_slots.clear()
    for name in PASSES:
        out.file_slots.new(name)
        tree.links.new(layers.outputs[name], out.inputs[name])


def read_pass(folder, name):
    image = bpy.data.images.load(os.path.join(folder, f'{name}0001.exr'))
    image.colorspace_settings.name = 'Non-Color'
    pixels = np.empty(image.size[0] * image.size[1] * image.channels, np.float32)
    image.pixels.foreach_get(pixels)
    return pixels.reshape(image.size[1], image.size[0], image.channels)[:, :, :3]


def save(scene, colour, file):
    height, width, _ = colour.shape
    image = bpy.data.images.new('picture', width, height, float_buffer=True)
    image.pixels.foreach_set(np.dstack([colour, np.ones((height, width))]).astype(np.float32).ravel())
    scene.render.image_settings.file_format, scene.render.image_settings.color_depth = 'PNG', '8'
    image.save_render(file, scene=scene)


main(*sys.argv[sys.argv.index('--') + 1 :])
