import { startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { HydratedRouter } from 'react-router/dom';
import { registerServiceWorker } from './offline/offline-cache.ts';

startTransition(() => {
  hydrateRoot(document, <HydratedRouter />);
});
registerServiceWorker();
