import { lazy, Suspense } from 'react';
import type { PortalProps } from './portal.tsx';

/** Fetches the portal's code ahead of its opening. Readers, who never ask for it, never fetch it. */
export const preloadPortal = () => {
  load().catch(() => {
    // The click that follows tries again, and shows what is wrong.
  });
};

const load = () => import('./portal.tsx');
const Portal = lazy(load);

export function PortalGate(props: PortalProps) {
  return (
    <Suspense fallback={null}>
      <Portal {...props} />
    </Suspense>
  );
}
