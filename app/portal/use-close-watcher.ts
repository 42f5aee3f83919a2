import { useEffect } from 'react';

declare global {
  interface Window {
    /** Chromium alone has it: https://html.spec.whatwg.org/multipage/interaction.html#closewatcher */
    CloseWatcher?: new () => EventTarget & { requestClose(): void; destroy(): void };
  }
}

/**
 * Lets Android's Back close what lies on top in the portal, as Escape does; otherwise it would leave the site.
 * On other systems a close request is Escape itself, which Base UI handles.
 */
export function useCloseWatcher(): void {
  useEffect(() => {
    const { CloseWatcher } = window;
    if (!CloseWatcher || !navigator.userAgent.includes('Android')) return;
    let watcher: InstanceType<typeof CloseWatcher>;
    // Each watcher gets one request only, and there may be more to close.
    const watch = () => {
      watcher = new CloseWatcher();
      watcher.addEventListener('close', () => {
        document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }));
        watch();
      });
    };
    watch();
    return () => watcher.destroy();
  }, []);
}
