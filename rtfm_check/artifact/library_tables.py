"""The tables of RTFM 0.55.1's library, by their names and columns, and what keeps them in step.

RTFM creates what is missing when it opens a library, so that all of it has to be there as RTFM
would have made it: the tables that nothing is written to as well.
"""

TABLES = """
CREATE TABLE books (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    slug TEXT UNIQUE NOT NULL,
    title TEXT NOT NULL,
    filename TEXT,
    corpus TEXT DEFAULT 'default',
    page_count INTEGER,
    chunk_count INTEGER DEFAULT 0,
    total_chars INTEGER DEFAULT 0,
    indexed_at TEXT,
    metadata TEXT
);
CREATE TABLE chapters (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    book_id INTEGER NOT NULL,
    num INTEGER NOT NULL,
    title TEXT NOT NULL,
    page_start INTEGER,
    FOREIGN KEY (book_id) REFERENCES books(id),
    UNIQUE (book_id, num)
);
CREATE TABLE chunks (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    chunk_id TEXT UNIQUE NOT NULL,
    book_id INTEGER NOT NULL,
    chapter_id INTEGER,
    chapter_num INTEGER,
    chapter_title TEXT,
    page_start INTEGER,
    page_end INTEGER,
    paragraph INTEGER,
    content TEXT NOT NULL,
    content_chars INTEGER,
    content_hash TEXT,
    line_start INTEGER,
    line_end INTEGER,
    tags TEXT,
    metadata TEXT,
    FOREIGN KEY (book_id) REFERENCES books(id),
    FOREIGN KEY (chapter_id) REFERENCES chapters(id)
);
CREATE TABLE article_versions (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    article_ref TEXT NOT NULL,
    chunk_id INTEGER NOT NULL,
    version_num INTEGER NOT NULL,
    date_debut DATE,
    date_fin DATE,
    date_publication DATE,
    etat TEXT,
    texte_modificateur TEXT,
    previous_id INTEGER,
    FOREIGN KEY (chunk_id) REFERENCES chunks(id),
    FOREIGN KEY (previous_id) REFERENCES article_versions(id)
);
CREATE TABLE chunk_embeddings (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    chunk_id INTEGER NOT NULL UNIQUE,
    model TEXT NOT NULL,
    embedding BLOB NOT NULL,
    created_at TEXT DEFAULT CURRENT_TIMESTAMP,
    FOREIGN KEY (chunk_id) REFERENCES chunks(id) ON DELETE CASCADE
);
CREATE VIRTUAL TABLE chunks_fts USING fts5(
    content,
    chunk_id,
    book_title,
    chapter_title,
    content='chunks',
    content_rowid='id',
    tokenize='porter unicode61'
);
CREATE TABLE indexed_files (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    filepath TEXT NOT NULL,
    file_hash TEXT NOT NULL,
    corpus TEXT DEFAULT 'default',
    book_slug TEXT,
    indexed_at TEXT,
    file_size INTEGER,
    root_path TEXT,
    UNIQUE (filepath, corpus)
);
CREATE TABLE ingest_failures (
    filepath TEXT NOT NULL,
    corpus TEXT NOT NULL DEFAULT 'default',
    file_hash TEXT,
    file_size INTEGER,
    error TEXT,
    attempts INTEGER DEFAULT 1,
    failed_at TEXT,
    PRIMARY KEY (filepath, corpus)
);
CREATE TABLE sync_roots (
    corpus TEXT NOT NULL,
    root_path TEXT NOT NULL,
    updated_at TEXT DEFAULT (datetime('now')),
    PRIMARY KEY (corpus, root_path)
);
CREATE TABLE edges (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    source_book_id INTEGER NOT NULL,
    target_book_id INTEGER NOT NULL,
    relation_type TEXT NOT NULL,
    source_detail TEXT,
    target_detail TEXT,
    FOREIGN KEY (source_book_id) REFERENCES books(id) ON DELETE CASCADE,
    FOREIGN KEY (target_book_id) REFERENCES books(id) ON DELETE CASCADE
);
CREATE TABLE file_versions (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    book_id INTEGER NOT NULL,
    version_num INTEGER NOT NULL DEFAULT 1,
    content_hash TEXT NOT NULL,
    snapshot TEXT NOT NULL,
    created_at TEXT NOT NULL,
    file_size INTEGER,
    FOREIGN KEY (book_id) REFERENCES books(id) ON DELETE CASCADE
);
CREATE TABLE work_queue (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    type TEXT NOT NULL
        CHECK (type IN ('scan', 'remove', 'ingest', 'reconcile', 'vacuum', 'embed', 'ocr')),
    priority INTEGER NOT NULL,
    payload TEXT NOT NULL,
    status TEXT NOT NULL DEFAULT 'pending'
        CHECK (status IN ('pending', 'running', 'done', 'failed')),
    created_at TEXT NOT NULL DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')),
    started_at TEXT,
    finished_at TEXT,
    error TEXT,
    attempts INTEGER NOT NULL DEFAULT 0
);
CREATE TABLE source_cards (
    corpus TEXT NOT NULL,
    filepath TEXT NOT NULL,
    author TEXT,
    title TEXT,
    nature TEXT,
    language TEXT,
    year TEXT,
    edition TEXT,
    translator TEXT,
    range_start INTEGER,
    range_end INTEGER,
    note TEXT,
    extra TEXT,
    updated_at TEXT,
    PRIMARY KEY (corpus, filepath)
);
CREATE UNIQUE INDEX idx_edges_unique
    ON edges (source_book_id, target_book_id, relation_type, source_detail);
"""

# Made when the tables are full: an index is quicker then, and nothing is to be kept in step before.
INDEXES = """
CREATE INDEX idx_versions_article ON article_versions (article_ref);
CREATE INDEX idx_versions_dates ON article_versions (date_debut, date_fin);
CREATE INDEX idx_versions_chunk ON article_versions (chunk_id);
CREATE INDEX idx_embeddings_chunk ON chunk_embeddings (chunk_id);
CREATE INDEX idx_indexed_filepath ON indexed_files (filepath);
CREATE INDEX idx_edges_source ON edges (source_book_id);
CREATE INDEX idx_edges_target ON edges (target_book_id);
CREATE INDEX idx_file_versions_book ON file_versions (book_id, version_num);
CREATE INDEX idx_chunks_book ON chunks (book_id);
CREATE INDEX idx_chunks_chapter ON chunks (chapter_id);
CREATE INDEX idx_chunks_hash ON chunks (content_hash);
CREATE INDEX idx_chapters_book ON chapters (book_id);
CREATE INDEX idx_books_corpus ON books (corpus);
CREATE INDEX idx_queue_pending ON work_queue (priority ASC, created_at ASC)
    WHERE status = 'pending';
CREATE UNIQUE INDEX idx_queue_unique_pending ON work_queue (type, payload)
    WHERE status = 'pending';
"""

_FORGET = """
    INSERT INTO chunks_fts (chunks_fts, rowid, content, chunk_id, book_title, chapter_title)
    VALUES ('delete', OLD.id, OLD.content, OLD.chunk_id,
        (SELECT title FROM books WHERE id = OLD.book_id), OLD.chapter_title);
"""
_LEARN = """
    INSERT INTO chunks_fts (rowid, content, chunk_id, book_title, chapter_title)
    VALUES (NEW.id, NEW.content, NEW.chunk_id,
        (SELECT title FROM books WHERE id = NEW.book_id), NEW.chapter_title);
"""
TRIGGERS = f"""
CREATE TRIGGER chunks_ai AFTER INSERT ON chunks BEGIN {_LEARN} END;
CREATE TRIGGER chunks_ad AFTER DELETE ON chunks BEGIN {_FORGET} END;
CREATE TRIGGER chunks_au AFTER UPDATE ON chunks BEGIN {_FORGET} {_LEARN} END;
"""
