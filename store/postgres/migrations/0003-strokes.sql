-- Letters with a stroke and ligatures are plain ones in a search (store/fold-text.ts).
UPDATE letters SET folded = replace(replace(replace(
  translate(folded, E'\u00f0\u0111\u0127\u0131\u0142\u00f8', 'ddhilo'),
  E'\u00e6', 'ae'), E'\u0153', 'oe'), E'\u00df', 'ss')
WHERE folded ~ E'[\u00f0\u0111\u0127\u0131\u0142\u00f8\u00e6\u0153\u00df]';
