/**
 * The first script of every page, inlined into it (http/pages/critical-path.ts). After the first paint it
 * moves the other scripts from their template into the page. The template is empty from then on, or gone
 * if hydration had to render the page again. What a reader presses before hydration looks pressed, and is
 * done afterwards, at the event `alive`. A clicked letter waits only briefly, or not at all once a script
 * has failed: then its link is followed, and a pressed button has the page loaded again. A letter that is
 * open without scripts can be closed without them. After a fault, the page is shown without its scripts until
 * a button is pressed. It also notes that the reader has begun to do something, so that nothing is scrolled
 * away (tab-memory.ts).
 */
{
  /** Milliseconds after which the scripts are fetched in browsers that do not report the first paint. */
  const UNPAINTED_MS = 3000;
  /** Milliseconds for which a clicked letter waits for the scripts, before its link is followed. */
  let wait = 1500;

  // Set by entry.client.tsx, which has reloaded the page after a fault.
  if (history.state === 'fault') {
    history.replaceState(null, '');
    wait = 0;
    document.getElementById('scripts')?.remove();
  }

  // A reader has saved a letter's page to a file, where its scripts will not open the letter.
  document.getElementById('letter')?.removeAttribute('data-alive');

  const fetchScripts = () => {
    const scripts = document.getElementById('scripts') as HTMLTemplateElement | null;
    if (scripts) document.body.append(scripts.content);
  };
  // It can be turned off, so as to tell less about oneself.
  if ('PerformanceObserver' in window)
    new PerformanceObserver(fetchScripts).observe({ type: 'paint', buffered: true });
  else fetchScripts();
  // Firefox reports no first paint of a page that comes back scrolled, as after a reload.
  addEventListener('load', () => scrollY && fetchScripts());
  setTimeout(fetchScripts, UNPAINTED_MS);

  // Envelopes above what is in sight are not waited for (letter-grid.css).
  addEventListener('scroll', () => {
    if (scrollY > innerHeight) document.body.toggleAttribute('data-passed', true);
  });

  const stay = (event: Event) => event.preventDefault();
  for (const sign of ['wheel', 'touchstart', 'pointerdown', 'keydown'])
    addEventListener(sign, () => addEventListener('bring-back', stay), { once: true });

  /** The button or link that was pressed and waits for the scripts. */
  let pressed: HTMLElement | null = null;
  /** Whether a navigation to a letter's page was begun. */
  let leaving = false;
  const press = (target: HTMLElement | null) => {
    pressed?.toggleAttribute('data-pressed', false);
    target?.toggleAttribute('data-pressed', true);
    pressed = target;
  };
  const follow = () => {
    if (pressed instanceof HTMLAnchorElement) {
      leaving = true;
      // The fragment opens the letter there.
      location.href = `${pressed.pathname}#letter`;
    } else if (!wait && pressed) {
      press(null);
      // The page may have other scripts by now: during an upgrade, those of the build before may be gone. After a
      // fault, entry.client.tsx waited until the owner's words were saved.
      location.reload();
    }
  };
  const keep = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    const target = (event.target as Element).closest<HTMLElement>('button,a[href^="/letter/"]');
    if (!target) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    if (target.matches('.sheet__close')) location.replace('#');
    else press(target);
    setTimeout(() => pressed === target && follow(), wait);
  };
  addEventListener('click', keep, true);
  addEventListener(
    'error',
    ({ target }) => {
      // An error of parsing a script, or of running it, is the window's. The page's own script has no address: one
      // that has is not the site's.
      if (target !== window && (target as HTMLScriptElement).src !== '') return;
      wait = 0;
      follow();
    },
    true,
  );
  addEventListener(
    'alive',
    () => {
      removeEventListener('click', keep, true);
      // The letter opens here after all: cancels the navigation to its page.
      if (leaving) stop();
      const target = pressed;
      press(null);
      target?.click();
    },
    { once: true },
  );
  // When the page is restored as it was, by Back, nothing is pressed.
  addEventListener('pagehide', () => press(null));
}
