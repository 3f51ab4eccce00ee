#!/usr/bin/env python3
"""What the module is for."""

import os
from sys import argv

LIMIT = 3  # tries


class Queue(list):
    """Holds things."""

    size = LIMIT

    def put(self, thing):
        def inner():
            return thing

        return inner


RETRIES = [
    1,
    2,
]


async def fetch(url): return url
def close(): pass


if __name__ == "__main__":
    def local():
        """Not of the module."""

    print(argv, os)
# the end
