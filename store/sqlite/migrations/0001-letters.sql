-- A position (core/position.ts) is unique, and so is its last part: when the letter was sent.
-- The text stands last, so that a list can be read without walking through it.
CREATE TABLE letters (
  id TEXT NOT NULL PRIMARY KEY,
  position TEXT NOT NULL UNIQUE,
  title TEXT NOT NULL,
  date TEXT,
  signature TEXT NOT NULL,
  hidden INTEGER NOT NULL CHECK (hidden IN (0, 1)),
  created_at INTEGER,
  updated_at INTEGER,
  version INTEGER NOT NULL,
  content TEXT NOT NULL,
  origin TEXT
) STRICT;

CREATE UNIQUE INDEX letters_in_order_sent ON letters (substr(position, 11));

-- Holds all that an envelope shows, so that the home page never touches the letters themselves.
CREATE INDEX letters_visible ON letters (position, id, title, date) WHERE hidden = 0;

-- letter_id outlives its letter: a retry must learn that the letter was sent and deleted since.
CREATE TABLE idempotency_keys (
  key TEXT NOT NULL PRIMARY KEY,
  digest TEXT NOT NULL,
  letter_id TEXT NOT NULL,
  created_at INTEGER NOT NULL
) STRICT;

CREATE INDEX idempotency_keys_by_age ON idempotency_keys (created_at);

-- What changed for readers, one number after the other without gaps.
CREATE TABLE changes (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  letter_id TEXT NOT NULL,
  kind TEXT NOT NULL CHECK (kind IN ('shown', 'withdrawn'))
) STRICT;

-- AUTOINCREMENT gives every put a version that no other ever had, not even before a deletion.
CREATE TABLE records (
  version INTEGER PRIMARY KEY AUTOINCREMENT,
  kind TEXT NOT NULL,
  key TEXT NOT NULL,
  value TEXT NOT NULL CHECK (json_valid(value)),
  expires_at INTEGER,
  UNIQUE (kind, key)
) STRICT;

CREATE INDEX records_by_expiry ON records (expires_at) WHERE expires_at IS NOT NULL;
