"""A short way to write the node tree of a material."""

import bpy


class Nodes:
    """A short way to write a node tree."""

    def __init__(self, name):
        self.material = bpy.data.materials.new(name)
        self.material.use_nodes = True
        self.tree = self.material.node_tree
        self.shader = self.tree.nodes['Principled BSDF']
        self.out = self.tree.nodes['Material Output']

    def add(self, kind, inputs=None, **settings):
        node = self.tree.nodes.new(f'ShaderNode{kind}')
        for key, value in settings.items():
            setattr(node, key, value)
        for key, value in (inputs or {}).items():
            self.set(node.inputs[key], value)
        return node

    def set(self, socket, value):
        if isinstance(value, bpy.types.NodeSocket):
            self.tree.links.new(value, socket)
        elif socket.type == 'RGBA':
            socket.default_value = (*value, 1) if len(value) == 3 else value
        else:
            socket.default_value = value

    def surface(self, **inputs):
        for key, value in inputs.items():
            self.set(self.shader.inputs[key.replace('_', ' ').title() if key != 'ior' else 'IOR'], value)

    def place(self, scale=(1, 1, 1), plane='xy'):
        """Coordinates in metres of the thing itself; plane says which two of them a flat pattern uses."""
        where = self.add('TexCoord').outputs['Object']
        if plane != 'xy':
            parts = self.add('SeparateXYZ', {0: where}).outputs
            first, second = (parts['XYZ'.index(c.upper())] for c in plane)
            third = parts['XYZ'.index(next(c for c in 'XYZ' if c.lower() not in plane))]
            where = self.add('CombineXYZ', {0: first, 1: second, 2: third}).outputs[0]
        return self.add('Mapping', {'Vector': where, 'Scale': scale}).outputs[0]

    def noise(self, where, scale, detail=4.0, rough=0.55):
        return self.add('TexNoise', {'Vector': where, 'Scale': scale, 'Detail': detail, 'Roughness': rough}).outputs['Fac']

    def blend(self, amount, first, second):
        return self.add('MixRGB', {0: amount, 1: first, 2: second}).outputs[0]

    def range(self, value, low, high):
        return self.add('MapRange', {'Value': value, 'From Min': 0.3, 'From Max': 0.7, 'To Min': low, 'To Max': high}).outputs[0]

    def bump(self, height, strength=0.2, distance=0.01):
        self.set(self.shader.inputs['Normal'], self.add('Bump', {'Height': height, 'Strength': strength, 'Distance': distance}).outputs[0])


def shade(colour, factor):
    return tuple(min(c * factor, 1) for c in colour)


def mixed(n, amount, first, second):
    n.set(n.out.inputs[0], n.add('MixShader', {0: amount, 1: first, 2: second}).outputs[0])
    return n.material
