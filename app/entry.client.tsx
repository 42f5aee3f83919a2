import { startTransition } from 'react';
import { hydrateRoot, type Root } from 'react-dom/client';
import { HydratedRouter } from 'react-router/dom';
import { registerServiceWorker } from './offline/offline-cache.ts';

let root: Root;

/** Loads the page again, once without its scripts (boot-script.ts): there it can be read, whatever the fault is. */
function showWithoutScripts(fault: unknown) {
  console.error('The page had a fault.', fault);
  // By now React shows the not-found page, which would be misleading.
  document.documentElement.hidden = true;
  // The portal saves what was just written, and must not ask to stay on a page that is invisible.
  dispatchEvent(new Event('pagehide'));
  setTimeout(() => {
    root.unmount();
    history.replaceState('fault', '');
    location.reload();
  });
}

startTransition(() => {
  // The router catches what its routes throw, and React the rest.
  root = hydrateRoot(document, <HydratedRouter onError={showWithoutScripts} />, {
    onUncaughtError: showWithoutScripts,
  });
});
registerServiceWorker();
