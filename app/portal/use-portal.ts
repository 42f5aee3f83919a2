import { type ComponentType, useState } from 'react';
import type { PortalProps } from './portal.tsx';

/** Milliseconds after which it is said that the code does not come: a connection may be dead without an error. */
const LATE_MS = 10_000;

const load = () => import('./portal.tsx');

/** The portal's code is fetched when someone comes near its button. Readers never fetch it. */
export function usePortal() {
  const [Portal, setPortal] = useState<ComponentType<PortalProps> | null>(null);
  const [missing, setMissing] = useState(false);
  return {
    /** The open portal, or null while it is closed. */
    Portal,
    /** Whether the portal was asked for, but its code could not be fetched, or has not come in time. */
    missing,
    preload() {
      // A click tries again, and reports the failure.
      load().catch(() => {});
    },
    async open() {
      const late = setTimeout(setMissing, LATE_MS, true);
      try {
        const { default: loaded } = await load();
        setMissing(false);
        // Not over a letter or the menu that was opened while the code was loading.
        if (document.querySelector('dialog[open]:not([data-closing])')) return;
        setPortal(() => loaded);
      } catch (error) {
        console.error('The portal could not be loaded.', error);
        setMissing(true);
      } finally {
        clearTimeout(late);
      }
    },
    close: () => setPortal(null),
  };
}
