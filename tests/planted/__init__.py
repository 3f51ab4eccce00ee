"""Single mistakes planted into sound mappings, each to be told once, at its place, with the fix.

`mappings` has the sound mappings, `edit` finds what can be changed in them, `operators` makes the
mistakes of the catalogue, `slips` random ones. Nothing here knows how the rules work. Mistakes that
need a second mapping, another file name or another document are in `tests/catalogue`.
"""
