-- What a search finds letters by. All of it is made of the letters and may be behind them: a letter
-- that is unindexed is looked at itself (store/sqlite/letter-search.ts). Nothing here needs a
-- function of ours, so that what other programs write is found as well.
CREATE TABLE unindexed_letters (letter_id TEXT NOT NULL PRIMARY KEY) STRICT, WITHOUT ROWID;

INSERT INTO unindexed_letters SELECT id FROM letters;

-- A letter may be noted already. OR IGNORE would not do: in a trigger it gives way to the OR of the
-- statement that sets it off, which may be another program's (https://www.sqlite.org/lang_createtrigger.html).
CREATE TRIGGER letters_added AFTER INSERT ON letters
BEGIN
  INSERT INTO unindexed_letters SELECT NEW.id WHERE NEW.id NOT IN unindexed_letters;
END;

CREATE TRIGGER letters_reworded AFTER UPDATE OF id, position, title, signature, content ON letters
BEGIN
  INSERT INTO unindexed_letters SELECT OLD.id WHERE OLD.id NOT IN unindexed_letters;
  INSERT INTO unindexed_letters SELECT NEW.id WHERE NEW.id NOT IN unindexed_letters;
END;

CREATE TRIGGER letters_removed AFTER DELETE ON letters
BEGIN
  INSERT INTO unindexed_letters SELECT OLD.id WHERE OLD.id NOT IN unindexed_letters;
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
-- engine would bring them together all at once, and hold up everybody for 60 to 100 ms: with two it
-- is done in small steps, which the site asks for when it has nothing else to do.
INSERT INTO letter_words (letter_words, rank) VALUES ('automerge', 2), ('usermerge', 2);

-- In a trigger, for the engine reports the number of a row of its own as the one that was added last.
CREATE TRIGGER words_forgotten AFTER DELETE ON indexed_letters
BEGIN
  DELETE FROM letter_words WHERE rowid = OLD.place;
END;
