-- Apostrophes, quotation marks, dashes and spaces of every kind are one in a search, and what nobody
-- sees is nothing (store/fold-text.ts). What has nothing to become is taken out by translate.
UPDATE letters SET folded = regexp_replace(
  translate(
    folded,
    E'\u2018\u2019\u201a\u201b\u02bc\u2032\u201c\u201d\u201e\u201f'
      '\u2010\u2011\u2012\u2013\u2014\u2015\u2212\u1680\u2028\u2029'
      '\u00ad\u200b\u200c\u200d\u200e\u200f\u202a\u202b\u202c\u202d\u202e'
      '\u2060\u2061\u2062\u2063\u2064\u2065\u2066\u2067\u2068\u2069\ufeff',
    E'\'\'\'\'\'\'""""-------   '
  ),
  '[[:space:]]+', ' ', 'g'
);
