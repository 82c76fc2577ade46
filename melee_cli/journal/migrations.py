"""The tables of the journal: what each version of the schema adds to the one before it.

Nothing that was written is written over. A *change* is one step that can be undone; a *moment* is what it
brought: a melee, losses from elsewhere, a new state, units that arrived. A corrected moment is a new row at
the ``place`` of the first, whose id that is; of those whose change is done the last counts, as long as the
first one's is done too. Undo marks a change.
"""

from __future__ import annotations

APPLICATION = 0x4D454C45  # "MELE", by which a file is known as a journal

FIRST = (
    """
    CREATE TABLE battles (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        name TEXT NOT NULL UNIQUE CHECK (name <> ''),
        begun TEXT NOT NULL,
        written TEXT NOT NULL,
        ended TEXT,
        turn INTEGER NOT NULL, -- counts every writing, so that the one written last is known
        rules TEXT,
        house TEXT,
        rulings TEXT NOT NULL CHECK (json_valid(rulings)),
        melees INTEGER NOT NULL DEFAULT 0 CHECK (melees >= 0),
        losses TEXT NOT NULL DEFAULT '{}' CHECK (json_valid(losses))
    )
    """,
    "CREATE INDEX battles_by_turn ON battles (turn)",
    """
    CREATE TABLE changes (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        battle INTEGER NOT NULL REFERENCES battles ON DELETE CASCADE,
        at TEXT NOT NULL,
        kind TEXT NOT NULL CHECK (kind IN ('melee', 'correction', 'loss', 'state', 'arrival')),
        title TEXT NOT NULL CHECK (json_valid(title)),
        state TEXT NOT NULL DEFAULT 'done' CHECK (state IN ('done', 'undone', 'dropped'))
    )
    """,
    "CREATE INDEX changes_of_battle ON changes (battle, state)",
    """
    CREATE TABLE moments (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        battle INTEGER NOT NULL REFERENCES battles ON DELETE CASCADE,
        change INTEGER NOT NULL REFERENCES changes ON DELETE CASCADE,
        place INTEGER NOT NULL,
        at TEXT NOT NULL,
        kind TEXT NOT NULL CHECK (kind IN ('melee', 'loss', 'state', 'arrival')),
        data TEXT NOT NULL CHECK (json_valid(data))
    )
    """,
    "CREATE INDEX moments_of_battle ON moments (battle, place)",
    "CREATE INDEX moments_of_change ON moments (change)",
    """
    CREATE TABLE melees (
        moment INTEGER PRIMARY KEY REFERENCES moments ON DELETE CASCADE,
        follows INTEGER,
        title TEXT,
        round INTEGER NOT NULL CHECK (round >= 1),
        status TEXT NOT NULL CHECK (status IN ('done', 'impossible', 'dice')),
        winner TEXT,
        difference INTEGER,
        verdict TEXT NOT NULL CHECK (json_valid(verdict)),
        scenario TEXT NOT NULL CHECK (json_valid(scenario)),
        result TEXT CHECK (result IS NULL OR json_valid(result)),
        version TEXT NOT NULL,
        CHECK ((status = 'done') = (result IS NOT NULL))
    )
    """,
    """
    CREATE TABLE units (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        battle INTEGER NOT NULL REFERENCES battles ON DELETE CASCADE,
        name TEXT NOT NULL CHECK (name <> ''),
        UNIQUE (battle, name)
    )
    """,
    """
    CREATE TABLE strengths (
        unit INTEGER NOT NULL REFERENCES units ON DELETE CASCADE,
        place INTEGER NOT NULL,
        moment INTEGER NOT NULL REFERENCES moments ON DELETE CASCADE,
        rank INTEGER NOT NULL CHECK (rank >= 0),
        side TEXT,
        words TEXT NOT NULL,
        before TEXT CHECK (before IS NULL OR json_valid(before)),
        after TEXT CHECK (after IS NULL OR json_valid(after)),
        count_before INTEGER,
        count_after INTEGER,
        own TEXT CHECK (own IS NULL OR json_valid(own)),
        PRIMARY KEY (unit, place, moment)
    ) WITHOUT ROWID
    """,
    "CREATE INDEX strengths_of_moment ON strengths (moment)",
    """
    CREATE TABLE sessions (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        battle INTEGER REFERENCES battles ON DELETE CASCADE,
        begun TEXT NOT NULL,
        written TEXT NOT NULL,
        turn INTEGER NOT NULL,
        ended INTEGER NOT NULL DEFAULT 0 CHECK (ended IN (0, 1)),
        holder TEXT,
        data TEXT NOT NULL CHECK (json_valid(data))
    )
    """,
    "CREATE INDEX sessions_of_battle ON sessions (battle)",
    "CREATE INDEX sessions_open ON sessions (ended, turn)",
    """
    CREATE TABLE session_melees (
        session INTEGER NOT NULL REFERENCES sessions ON DELETE CASCADE,
        number INTEGER NOT NULL CHECK (number >= 0),
        moment INTEGER NOT NULL REFERENCES moments ON DELETE CASCADE,
        scenario TEXT NOT NULL CHECK (json_valid(scenario)),
        PRIMARY KEY (session, number)
    ) WITHOUT ROWID
    """,
    "CREATE INDEX session_melees_of_moment ON session_melees (moment)",
    "CREATE TABLE remembered (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID",
)

MIGRATIONS: tuple[tuple[str, ...], ...] = (FIRST,)
