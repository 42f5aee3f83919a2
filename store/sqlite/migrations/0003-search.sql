-- What a search finds letters by. All of it is made of the letters and may be behind them: a letter
-- that is unindexed is looked at itself (store/sqlite/letter-search.ts). Nothing here needs a
-- function of ours, so that what other programs write is found as well.
CREATE TABLE unindexed_letters (letter_id TEXT NOT NULL PRIMARY KEY) STRICT, WITHOUT ROWID;

INSERT INTO unindexed_letters SELECT id FROM letters;

CREATE TRIGGER letters_added AFTER INSERT ON letters
BEGIN
  INSERT OR IGNORE INTO unindexed_letters VALUES (NEW.id);
END;

CREATE TRIGGER letters_reworded AFTER UPDATE OF id, position, title, signature, content ON letters
BEGIN
  INSERT OR IGNORE INTO unindexed_letters VALUES (OLD.id), (NEW.id);
END;

CREATE TRIGGER letters_removed AFTER DELETE ON letters
BEGIN
  INSERT OR IGNORE INTO unindexed_letters VALUES (OLD.id);
END;

-- Places sort as days do: the index gives what it finds in their order (store/sqlite/search-index.ts).
CREATE TABLE indexed_letters (
  place INTEGER NOT NULL PRIMARY KEY,
  letter_id TEXT NOT NULL UNIQUE,
  position TEXT NOT NULL
) STRICT;

-- Keeps no words, only at which places they are: https://www.sqlite.org/fts5.html#contentless_tables
CREATE VIRTUAL TABLE letter_words USING fts5 (
  pieces, content = '', contentless_delete = 1, detail = none, prefix = '1 2', tokenize = 'ascii'
);

-- The fewer parts the index has, the fewer a search has to look into. With sixteen of a size the
-- engine would bring them together all at once, and hold up everybody.
INSERT INTO letter_words (letter_words, rank) VALUES ('automerge', 2), ('usermerge', 2);

-- In a trigger, for the engine reports the number of a row of its own as the one that was added last.
CREATE TRIGGER words_forgotten AFTER DELETE ON indexed_letters
BEGIN
  DELETE FROM letter_words WHERE rowid = OLD.place;
END;
