import conflict from './conflict-dialog.css?inline';
import fields from './letter-fields.css?inline';
import preview from './letter-preview.css?inline';
import link from './link-dialog.css?inline';
import manage from './manage-letters.css?inline';
import note from './note.css?inline';
import portal from './portal.css?inline';
import restore from './restore-dialog.css?inline';
import sent from './sent-envelope.css?inline';
import write from './write-letter.css?inline';

/**
 * The portal's styles come in its script. In a file of their own they can stay away while that comes,
 * and the portal cannot be used then: Vite asks for such a file once, and takes it for there afterwards.
 */
const sheet = new CSSStyleSheet();
// What is later has the last word: the dialogs over what all of them share.
const styles = [manage, fields, preview, write, portal, note, sent, link, conflict, restore];
sheet.replaceSync(styles.join(''));
document.adoptedStyleSheets.push(sheet);
