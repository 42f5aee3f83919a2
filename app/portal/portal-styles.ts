import conflict from './conflict-dialog.css?inline';
import fields from './letter-fields.css?inline';
import preview from './letter-preview.css?inline';
import link from './link-dialog.css?inline';
import manage from './manage-letters.css?inline';
import portal from './portal.css?inline';
import restore from './restore-dialog.css?inline';
import sent from './sent-envelope.css?inline';
import write from './write-letter.css?inline';

/**
 * The portal's styles come in its script. In a file of their own they can stay away while that comes,
 * and the portal cannot be used then: Vite asks for such a file once, and takes it for there afterwards.
 */
const sheet = new CSSStyleSheet();
sheet.replaceSync([sent, link, manage, conflict, fields, preview, restore, write, portal].join(''));
document.adoptedStyleSheets.push(sheet);
