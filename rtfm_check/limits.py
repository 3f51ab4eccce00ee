"""Limits on what one input may cost. Input is untrusted: it comes from strangers' pull requests.

Each limit ends in a finding, never in a silent cut.
"""

MAPPING_BYTES = 256 * 1024  # of one mapping file; PyYAML takes ten seconds for that
CONFIG_BYTES = 4 * 1024 * 1024  # of a pyproject.toml
MAPPING_DEPTH = 64  # levels of nesting in a mapping
MAPPING_NODES = 20_000  # values in a mapping, each alias counted as what it stands for
FINDINGS = 200  # of one rule that are told of one file, and one more that counts the others
FIXTURE_BYTES = 64 * 1024 * 1024  # of one fixture
FIXTURE_VALUES = 4_000_000  # values in a fixture; each takes some sixty bytes of memory and more
FIXTURE_PLACED_CHARS = 2 * 1024 * 1024  # of a fixture that is read a second time, to place faults
FIXTURE_FAULTS = 200  # of a kind that are told of one fixture
FIXTURE_DEPTH = 200  # levels of nesting in a fixture
PATH_SEGMENTS = 64  # dotted segments of a template path
CHUNK_CHARS = 1024 * 1024  # of the text that one template may render
DOCUMENT_CHARS = 64 * 1024 * 1024  # of all text that one document may render
OUTPUT_CHARS = 64 * 1024 * 1024  # of all records that are made of one document,
OUTPUT_TIMES = 16  # and so many more for each byte of it
DOCUMENT_PROBLEMS = 50_000  # that are told of one document, before those of a rule are counted
DOCUMENT_CHUNKS = 200_000  # chunks and edges that one document may make
LONG_CHUNK_CHARS = 10_000  # over this a chunk is too long to be found by one of its sentences
EXCERPT_CHARS = 200  # of a source line shown in a report
IGNORE_BYTES = 1024 * 1024  # of one .gitignore or .rtfmignore
IGNORE_PATTERN_CHARS = 4096  # of one line of it
IGNORE_RULES = 10_000  # that hold in one folder, of all ignore files above it
QUOTE_CHARS = 80  # of a user's value quoted in a message
HELP_CHARS = 200  # of a text that help writes out, or guesses the meaning of
DOCUMENT_BYTES = 256 * 1024 * 1024  # of a file that a parser needs whole
ZIP_MEMBERS = 10_000  # of an archive that is a document
ZIP_BYTES = 256 * 1024 * 1024  # that are unpacked of one archive
ZIP_RATIO = 200  # times as many bytes unpacked as packed, of a member of more than the next
ZIP_SMALL_BYTES = 1024 * 1024
MIDI_EVENTS = 200_000  # texts, tempos, metres and keys of one MIDI file
XML_DEPTH = 256  # levels of elements that a reader tells of
XML_NODES = 1_000_000  # elements and texts of one tree that is held in memory
PYTHON_TOKENS = 500_000  # of a Python file: its tree takes up to 2 KB for each
TITLE_CHARS = 1000  # of a title, which each chunk repeats
WORKER_BYTES = 3 * 1024 * 1024 * 1024  # of memory of a process that reads files
FILE_BYTES = 4 * 1024 * 1024 * 1024  # of a file of the tree; what is larger is not read at all
FILE_SECONDS = 60.0  # that one file may take, and one more for each megabyte of it
MARKDOWN_CHARS = 4_000_000  # of a page that are read at one time; each takes up to 80 bytes
FRONT_MATTER_CHARS = 64 * 1024  # of the front matter of a page
RECORD_CHARS = 16 * 1024 * 1024  # of a record of a JSON Lines file or a list
RECORD_IDS = 2_000_000  # of a file that are kept, to find the ones that are there twice
CHUNK_METADATA_CHARS = 8 * 1024  # of the values of a page's front matter, which each chunk repeats
PROGRAM_SECONDS = 45.0  # that a program may take which reads a document
PROGRAM_BYTES = 32 * 1024 * 1024  # that it may print
PDF_PAGES = 20_000  # of one PDF that are read
COVERAGE_FIELDS = 20_000  # of the fixtures of a mapping that are told apart
COVERAGE_KEYS = 64  # of an object whose keys are names of fields; more are data
DRAFT_FIELDS = 5_000  # of sample documents that a mapping is drafted from
DRAFT_DEPTH = 8  # levels of objects in which a draft names fields
DRAFT_CHUNKS = 12  # lists that a draft runs over
