import { type MouseEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { CloseIcon } from '../ui/close-icon.tsx';
import { ignoreSecondPresses } from '../ui/double-press.ts';
import { moveFocus } from '../ui/move-focus.ts';
import { useLastShown } from '../ui/use-last-shown.ts';

/** The media query of the styles that put the portal button into the header itself. */
const WIDE = '(min-width: 768px)';

interface SideMenuProps {
  onOpen(): void;
  children: ReactNode;
}

/** The menu of narrow screens, which slides in from the side. */
export function SideMenu({ onOpen, children }: SideMenuProps) {
  const root = useRef<HTMLDivElement>(null);
  const menu = useRef<HTMLDialogElement>(null);
  const [open, setOpen] = useState(false);
  /** Its content is there from the first opening on: until then there is one portal button on the page. */
  const used = useLastShown(open || null);

  // A phone that is turned may be wide enough to need no menu.
  useEffect(() => {
    const wide = window.matchMedia(WIDE);
    const turned = () => {
      if (!wide.matches || !menu.current?.open) return;
      menu.current.close();
      // The button that the focus would return to is hidden now.
      moveFocus(document.querySelector('.header__portal'));
    };
    wide.addEventListener('change', turned);
    return () => wide.removeEventListener('change', turned);
  }, []);

  // What opens the menu and what closes it are in one place.
  useEffect(() => ignoreSecondPresses(() => root.current), []);

  // Every button in it closes it. The panel fills the dialog, so a click on the dialog itself is a click on its
  // backdrop. That does not cover the place kept for the scroll bar: there, `closedby` closes it, where a browser has it.
  const clicked = ({ target }: MouseEvent) => {
    if (target === menu.current || (target as Element).closest('button')) menu.current?.close();
  };

  return (
    <div className={open ? 'side-menu side-menu--open' : 'side-menu'} ref={root}>
      <button
        className="side-menu__button"
        type="button"
        aria-label="Menu"
        aria-expanded={open}
        aria-haspopup="dialog"
        onClick={() => {
          onOpen();
          menu.current?.showModal();
          setOpen(true);
        }}
      >
        <svg className="icon" viewBox="0 0 24 24" aria-hidden="true">
          <path d="M4 8h16M4 16h16" />
        </svg>
      </button>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes a dialog by itself */}
      <dialog
        className="side-menu__dialog"
        ref={menu}
        closedby="any"
        aria-label="Menu"
        onClick={clicked}
        // Announced with its name: of its first control, Orca says nothing in Firefox while the page behind it goes.
        // biome-ignore lint/a11y/noAutofocus: it has the focus only once it is open
        autoFocus
        onClose={() => setOpen(false)}
      >
        {used && (
          <div className="side-menu__panel">
            <button className="side-menu__button" type="button" aria-label="Close menu">
              <CloseIcon />
            </button>
            {children}
          </div>
        )}
      </dialog>
    </div>
  );
}
