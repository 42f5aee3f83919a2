/**
 * What every page does first; its text stands in the page (http/pages/critical-path.ts). It puts the scripts
 * into the page when that has been painted; the template is empty from then on, or gone with a page that
 * had to be made anew. What a reader presses before they are there looks pressed, and is done when they
 * are: a page says so with the event `alive`. A letter does not wait long, for its link leads to it, and
 * not at all once a script has failed; and one that is open without them can be closed without them.
 * Whoever has begun to do something stays where they are, whatever comes back (tab-memory.ts).
 */
{
  /** Milliseconds after which the scripts are fetched in browsers that do not report the first paint. */
  const UNPAINTED = 3000;
  /** Milliseconds for which a clicked letter waits for the scripts, before its link is followed. */
  let patience = 1500;

  const fetchScripts = () => {
    const scripts = document.getElementById('scripts') as HTMLTemplateElement | null;
    if (scripts) document.body.append(scripts.content);
  };
  new PerformanceObserver(fetchScripts).observe({ type: 'paint', buffered: true });
  setTimeout(fetchScripts, UNPAINTED);

  const stay = (event: Event) => event.preventDefault();
  for (const sign of ['wheel', 'touchstart', 'pointerdown', 'keydown'])
    addEventListener(sign, () => addEventListener('bring-back', stay), { once: true });

  let pressed: HTMLElement | null = null;
  let leaving = false;
  const press = (target: HTMLElement | null) => {
    pressed?.toggleAttribute('data-pressed', false);
    target?.toggleAttribute('data-pressed', true);
    pressed = target;
  };
  const follow = () => {
    if (!(pressed instanceof HTMLAnchorElement)) return;
    leaving = true;
    // Open, as it was asked for.
    location.assign(`${pressed.pathname}#letter`);
  };
  const keep = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    const target = (event.target as Element).closest<HTMLElement>('button,a[href^="/letter/"]');
    if (!target) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    if (target.matches('.sheet__close')) location.replace('#');
    else press(target);
    setTimeout(() => pressed === target && follow(), patience);
  };
  addEventListener('click', keep, true);
  addEventListener(
    'error',
    ({ target }) => {
      if (!(target instanceof HTMLScriptElement)) return;
      patience = 0;
      follow();
    },
    true,
  );
  addEventListener(
    'alive',
    () => {
      removeEventListener('click', keep, true);
      // The letter opens here after all: its page, still on its way, would take its reader out of it.
      if (leaving) stop();
      const target = pressed;
      press(null);
      target?.click();
    },
    { once: true },
  );
  // Whoever comes back to this page as it was finds nothing pressed.
  addEventListener('pagehide', () => press(null));
}
