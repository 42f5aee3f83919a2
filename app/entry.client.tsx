import { startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { HydratedRouter } from 'react-router/dom';
import { registerServiceWorker } from './offline/offline-cache.ts';

/** Loads the page again, once without its scripts (boot-script.ts): there it can be read, whatever the fault is. */
function showWithoutScripts(fault: unknown) {
  console.error('The page had a fault.', fault);
  // By now it shows the not-found page, which is not true.
  document.documentElement.hidden = true;
  history.replaceState('fault', '');
  location.reload();
}

startTransition(() => {
  hydrateRoot(document, <HydratedRouter onError={showWithoutScripts} />);
});
registerServiceWorker();
