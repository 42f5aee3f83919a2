import { buildIfChanged } from '../scripts/set-up.js';

/** Before any test: a test site serves the pages that readers get, as they are now. */
export default function buildPages(): void {
  buildIfChanged();
}
