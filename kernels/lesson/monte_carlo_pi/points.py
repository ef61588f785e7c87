# SPDX-License-Identifier: MIT
"""Is point i within the quarter of a circle? Its x and y are numbers from 0 to 65535 made of i, always the same for
one key, so that the hits can be counted again."""


def is_hit(i, key):
    bits = (i * 747796405 + key) & 0xffffffff
    bits = ((bits >> ((bits >> 28) + 4)) ^ bits) * 277803737 & 0xffffffff  # PCG, O'Neill 2014
    bits = (bits >> 22) ^ bits
    x, y = bits & 0xffff, bits >> 16
    return x * x + y * y < 1 << 32
