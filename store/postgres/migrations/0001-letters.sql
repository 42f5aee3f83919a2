-- COLLATE "C" compares bytes: a position (core/position.ts) sorts as it does everywhere else, and a
-- name equals itself alone, whatever language the database speaks.
-- A position is unique, and so is its last part: when the letter was sent.
CREATE TABLE letters (
  id text COLLATE "C" NOT NULL PRIMARY KEY,
  position text COLLATE "C" NOT NULL UNIQUE,
  title text NOT NULL,
  date text,
  signature text NOT NULL,
  hidden boolean NOT NULL,
  created_at bigint,
  updated_at bigint,
  version bigint NOT NULL,
  content text NOT NULL,
  origin text,
  -- All words as a search compares them (store/fold-text.ts).
  folded text COLLATE "C" NOT NULL
);

CREATE UNIQUE INDEX letters_in_order_sent ON letters (substr(position, 11));

-- Holds all that an envelope shows, so that the home page never touches the letters themselves.
CREATE INDEX letters_visible ON letters (position) INCLUDE (id, title, date) WHERE NOT hidden;

-- letter_id outlives its letter: a retry must learn that the letter was sent and deleted since.
CREATE TABLE idempotency_keys (
  key text COLLATE "C" NOT NULL PRIMARY KEY,
  digest text NOT NULL,
  letter_id text COLLATE "C" NOT NULL,
  created_at bigint NOT NULL
);

CREATE INDEX idempotency_keys_by_age ON idempotency_keys (created_at);

-- One row: the number of the last public change. Whoever writes letters locks it first, so that
-- numbers have no gaps and become visible in their order. A sequence promises neither.
CREATE TABLE change_counter (
  only_row boolean NOT NULL PRIMARY KEY DEFAULT true CHECK (only_row),
  seq bigint NOT NULL
);

INSERT INTO change_counter (seq) VALUES (0);

-- What changed for readers, one number after the other.
CREATE TABLE changes (
  seq bigint NOT NULL PRIMARY KEY,
  letter_id text COLLATE "C" NOT NULL,
  kind text NOT NULL CHECK (kind IN ('shown', 'withdrawn'))
);

-- The identity gives every put a version that no other ever had, not even before a deletion.
CREATE TABLE records (
  version bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  kind text COLLATE "C" NOT NULL,
  key text COLLATE "C" NOT NULL,
  value text NOT NULL,
  expires_at bigint,
  PRIMARY KEY (kind, key)
);

CREATE INDEX records_by_expiry ON records (expires_at) WHERE expires_at IS NOT NULL;
