import { startTransition } from 'react';
import { hydrateRoot, type Root } from 'react-dom/client';
import { isRouteErrorResponse } from 'react-router';
import { HydratedRouter } from 'react-router/dom';
import { isAddressOfDocument } from './address-of-document.ts';
import { registerServiceWorker } from './offline/offline-cache.ts';

declare global {
  interface WindowEventMap {
    /** After a fault, for whoever has unsaved words: the page is loaded again once they are saved. */
    fault: CustomEvent<{ waitUntil(saved: Promise<unknown>): void }>;
  }
}

let root: Root;

/** By now React shows the not-found page, which would be misleading, and has no styles here. */
function hidePage() {
  document.documentElement.hidden = true;
}

/** Loads the page again, once without its scripts (boot-script.ts): there it can be read, whatever the fault is. */
function showWithoutScripts(fault: unknown) {
  console.error('The page had a fault.', fault);
  hidePage();
  const saving: Promise<unknown>[] = [];
  const detail = { waitUntil: (saved: Promise<unknown>) => saving.push(saved) };
  dispatchEvent(new CustomEvent('fault', { detail }));
  Promise.allSettled(saving).then(() => {
    // Removes the portal's `beforeunload` listener, which would ask to stay on the invisible page.
    root.unmount();
    history.replaceState('fault', '');
    location.reload();
  });
}

function routeFailed(fault: unknown) {
  // Back changed the address before hydration, so the document and its data are those of another address.
  if (isRouteErrorResponse(fault) && !isAddressOfDocument()) {
    hidePage();
    location.reload();
  } else showWithoutScripts(fault);
}

// A letter or the list, but kept at an address of another form, as in an archive. The router would take it for a page
// that was not found, and reload it for ever where nobody has kept the script of that one.
if (!/^\/(letter\/|$)/i.test(window.location.pathname) && !document.querySelector('.not-found'))
  throw new Error('This page belongs to another address.');

const { title } = document;

/** Something has changed the page before hydration, so React renders it again, without what only the server renders. */
function restoreTitle(difference: unknown) {
  // Not reported as an error: boot-script.ts would load the page again if a button is pressed.
  console.error('The page was changed before its scripts ran.', difference);
  document.title ||= title;
}

startTransition(() => {
  // The router catches what its routes throw, and React the rest.
  root = hydrateRoot(document, <HydratedRouter onError={routeFailed} />, {
    onUncaughtError: showWithoutScripts,
    onRecoverableError: restoreTitle,
  });
});
registerServiceWorker();
