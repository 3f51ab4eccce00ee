import functools

# about nothing in particular

# What f is for,
# in two lines.
@functools.cache
@functools.wraps(
    len
)
# between them
def f():
    pass
    # closes f

    # closes f too
# of the module


@(
    functools.cache
)
class G:
    text = """
# no comment
"""


#: H
def h(): pass  # behind it
