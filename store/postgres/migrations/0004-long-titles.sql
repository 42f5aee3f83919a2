-- An entry of an index has 2704 bytes at most, and no letter may be refused because of a long title, which
-- another store has kept. So what an envelope shows is read from the letters.
DROP INDEX letters_visible;
CREATE INDEX letters_visible ON letters (position) WHERE NOT hidden;
