"""Documents held against RTFM itself: its own parsers are run, apart from everything else."""
