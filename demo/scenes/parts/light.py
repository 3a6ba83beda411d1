"""Sky, sun, lamps and the camera."""

from math import atan2, cos, pi, radians, sin, tan

import bpy
from mathutils import Vector

from .shapes import groups


def sky(height=35, compass=200, strength=0.12, sun=3.5, clouds=0.5, warmth=(1, 0.94, 0.85), seed=0.0, size=0.8):
    """height and compass of the sun in degrees; compass 180 is behind a camera that looks to +y."""
    world = bpy.data.worlds.new('sky')
    bpy.context.scene.world = world
    world.use_nodes = True
    world.cycles.sampling_method = 'AUTOMATIC'
    nodes, link = world.node_tree.nodes, world.node_tree.links.new
    air = nodes.new('ShaderNodeTexSky')
    air.sky_type, air.sun_disc = 'NISHITA', False
    air.sun_elevation, air.sun_rotation = radians(max(height, 1.5)), radians(compass)
    air.air_density, air.dust_density, air.ozone_density = 1.0, 0.6, 2.0
    background = nodes['Background']
    background.inputs['Strength'].default_value = strength
    link(cloudy(nodes, link, air.outputs[0], clouds, seed, 6.0 if height > 8 else 2.2), background.inputs[0])
    if sun:
        lamp = bpy.data.lights.new('sun', 'SUN')
        lamp.energy, lamp.angle, lamp.color = sun, radians(size), warmth
        thing = bpy.data.objects.new('sun', lamp)
        bpy.context.scene.collection.objects.link(thing)
        toward = Vector((sin(radians(compass)), cos(radians(compass)), tan(radians(height))))
        thing.rotation_euler = toward.to_track_quat('Z', 'Y').to_euler()


def cloudy(nodes, link, air, amount, seed, brightness):
    """Fair-weather clouds: noise on a flat layer high above, thinner towards the zenith."""
    where = nodes.new('ShaderNodeTexCoord')
    parts = nodes.new('ShaderNodeSeparateXYZ')
    link(where.outputs['Generated'], parts.inputs[0])
    up = nodes.new('ShaderNodeMath')
    up.operation, up.inputs[1].default_value = 'ADD', 0.16
    link(parts.outputs[2], up.inputs[0])
    flat = nodes.new('ShaderNodeVectorMath')
    flat.operation = 'DIVIDE'
    spread = nodes.new('ShaderNodeCombineXYZ')
    for i in range(3):
        link(up.outputs[0], spread.inputs[i])
    link(where.outputs['Generated'], flat.inputs[0])
    link(spread.outputs[0], flat.inputs[1])
    move = nodes.new('ShaderNodeMapping')
    move.inputs['Location'].default_value, move.inputs['Scale'].default_value = (seed, seed * 0.6, 0), (1, 1, 0.2)
    link(flat.outputs[0], move.inputs[0])
    puffs = nodes.new('ShaderNodeTexNoise')
    puffs.inputs['Scale'].default_value, puffs.inputs['Detail'].default_value = 1.3, 9.0
    puffs.inputs['Roughness'].default_value, puffs.inputs['Distortion'].default_value = 0.56, 0.25
    link(move.outputs[0], puffs.inputs['Vector'])
    cover = nodes.new('ShaderNodeMapRange')
    cover.interpolation_type = 'SMOOTHSTEP'
    cover.inputs['From Min'].default_value, cover.inputs['From Max'].default_value = 0.62 - amount * 0.2, 0.82 - amount * 0.12
    cover.inputs['To Max'].default_value = 0.85
    link(puffs.outputs['Fac'], cover.inputs['Value'])
    mix = nodes.new('ShaderNodeMixRGB')
    link(cover.outputs[0], mix.inputs[0])
    link(air, mix.inputs[1])
    mix.inputs[2].default_value = (brightness, brightness * 0.985, brightness * 0.97, 1)
    return mix.outputs[0]


def lamp(kind, at, power, colour=(1, 0.85, 0.7), size=0.2, facing=None, depth=None, portal=False, spread=180):
    light = bpy.data.lights.new(kind, kind)
    light.energy, light.color = power, colour
    if kind == 'AREA':
        light.shape, light.size, light.size_y = 'RECTANGLE', size, depth or size
        light.spread = radians(spread)
        light.cycles.is_portal = portal
    else:
        light.shadow_soft_size = size
    if kind == 'SPOT':
        light.spot_size, light.spot_blend = radians(spread), 0.6
    thing = bpy.data.objects.new(kind, light)
    bpy.context.scene.collection.objects.link(thing)
    thing.location, thing.parent = at, groups[-1] if groups else None
    thing.visible_camera = thing.visible_glossy = False
    if facing:
        thing.rotation_euler = Vector(facing).to_track_quat('-Z', 'Y').to_euler()
    return thing


def camera(at, look, lens=24.0, shift=None):
    """Stands level, so that verticals stay upright; looks up or down by shifting the lens."""
    scene = bpy.context.scene
    data = bpy.data.cameras.new('camera')
    thing = bpy.data.objects.new('camera', data)
    scene.collection.objects.link(thing)
    dx, dy, dz = (Vector(look) - Vector(at))[:]
    away = (dx * dx + dy * dy) ** 0.5
    data.lens, data.sensor_width, data.clip_end = lens, 36, 3000
    data.shift_y = dz / away * lens / 36 if shift is None else shift
    thing.location, thing.rotation_euler = at, (pi / 2, 0, atan2(dy, dx) - pi / 2)
    scene.camera = thing


def expose(stops):
    bpy.context.scene.view_settings.exposure = stops
