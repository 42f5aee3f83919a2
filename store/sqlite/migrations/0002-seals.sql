-- Seals tell of damage that leaves the structure of the file whole (store/sqlite/seal.ts). The
-- function `seal` is the program's. What other programs write has none.
ALTER TABLE letters ADD COLUMN envelope_seal TEXT NOT NULL DEFAULT 'none';
ALTER TABLE letters ADD COLUMN seal TEXT NOT NULL DEFAULT 'none';
ALTER TABLE records ADD COLUMN seal TEXT NOT NULL DEFAULT 'none';

UPDATE letters SET envelope_seal = seal(id, position, title, date);
UPDATE letters SET seal =
  seal(envelope_seal, signature, hidden, created_at, updated_at, version, content, origin);
UPDATE records SET seal = seal(kind, key, value, expires_at);

DROP INDEX letters_visible;
CREATE INDEX letters_visible ON letters (position, id, title, date, envelope_seal)
  WHERE hidden = 0;

-- Whoever changes a row and leaves its seal has not damaged it.
CREATE TRIGGER letters_unsealed AFTER UPDATE ON letters
WHEN NEW.seal = OLD.seal AND NEW.seal <> 'none'
BEGIN
  UPDATE letters SET envelope_seal = 'none', seal = 'none' WHERE id = NEW.id;
END;

CREATE TRIGGER records_unsealed AFTER UPDATE ON records
WHEN NEW.seal = OLD.seal AND NEW.seal <> 'none'
BEGIN
  UPDATE records SET seal = 'none' WHERE version = NEW.version;
END;
