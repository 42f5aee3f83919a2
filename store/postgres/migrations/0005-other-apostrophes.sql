-- The okina and the geresh are apostrophes in a search, and the stroke that lengthens Arabic words is nothing
-- (store/fold-text.ts). What has nothing to become is taken out by translate, which may leave two spaces.
UPDATE letters SET folded = regexp_replace(
  translate(folded, E'\u02bb\u02bd\u02be\u02bf\u05f3\u05f4\u0640\u061c', E'\'\'\'\'\'"'),
  ' +', ' ', 'g'
)
WHERE folded ~ E'[\u02bb\u02bd\u02be\u02bf\u05f3\u05f4\u0640\u061c]';
