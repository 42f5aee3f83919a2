import { type ComponentType, useState } from 'react';
import type { PortalProps } from './portal.tsx';

/** Milliseconds after which it is said that the code is late: a connection may be dead without an error, or slow. */
const LATE_MS = 10_000;
/** Not to reload at once: on a slow network the code may be half here, and would begin anew. */
const LATE =
  'The portal is still loading, and opens by itself. If nothing happens, reload the page.';
const FAILED = 'The portal could not be loaded. Please try again, or reload the page.';

const load = () => import('./portal.tsx');

/** The portal's code is fetched when someone comes near its button. Readers never fetch it. */
export function usePortal() {
  const [Portal, setPortal] = useState<ComponentType<PortalProps> | null>(null);
  const [trouble, setTrouble] = useState('');
  return {
    /** The open portal, or null while it is closed. */
    Portal,
    /** Why the portal is not open although it was asked for; empty otherwise. */
    trouble,
    preload() {
      // A click tries again, and reports the failure.
      load().catch(() => {});
    },
    async open() {
      const late = setTimeout(setTrouble, LATE_MS, LATE);
      try {
        const { default: loaded } = await load();
        setTrouble('');
        // Not over a letter or the menu that was opened while the code was loading.
        if (document.querySelector('dialog[open]:not([data-closing])')) return;
        setPortal(() => loaded);
      } catch (error) {
        console.error('The portal could not be loaded.', error);
        setTrouble(FAILED);
      } finally {
        clearTimeout(late);
      }
    },
    close: () => setPortal(null),
  };
}
