import restore from './drafts/restore-offer.css?inline';
import manage from './manage/manage-letters.css?inline';
import cards from './notes/cards.css?inline';
import note from './notes/note.css?inline';
import portal from './portal.css?inline';
import print from './portal-print.css?inline';
import link from './share/link-dialog.css?inline';
import sent from './share/sent-envelope.css?inline';
import conflict from './write/conflict-dialog.css?inline';
import fields from './write/letter-fields.css?inline';
import preview from './write/letter-preview.css?inline';
import write from './write/write-letter.css?inline';

/**
 * The portal's styles are part of its script. In a file of their own they could fail to load while the script
 * does not, which would leave the portal unusable: Vite requests such a file only once.
 */
// What is shared comes first, so that its users can override it.
const styles = [
  cards,
  portal,
  note,
  fields,
  manage,
  write,
  preview,
  sent,
  link,
  conflict,
  restore,
  print,
];
// One rule around them all, at the end of the page's own styles, whatever an extension has put before those:
// browsers of 2022 cannot construct style sheets, and the policy allows no other element for them.
const sheet = document.querySelector<HTMLStyleElement>('style#styles')?.sheet;
if (!sheet) throw new Error('The page has no styles.');
sheet.insertRule(`@media all { ${styles.join('')} }`, sheet.cssRules.length);
