import { SideMenu } from './side-menu.tsx';
import './header.css';

/** What the portal's button does. */
interface PortalEntrance {
  /** The portal is likely to be opened next: time to fetch it. */
  onApproach(): void;
  onOpen(): void;
}

/**
 * The top of every page. Only the home page has a portal button; where there is none, nothing is
 * left of the menu either.
 */
export function Header({ portal }: { portal?: PortalEntrance }) {
  return (
    <header className="header">
      {portal && (
        <>
          <PortalButton {...portal} className="header__portal" />
          <SideMenu onOpen={portal.onApproach}>
            <PortalButton {...portal} />
          </SideMenu>
        </>
      )}
    </header>
  );
}

interface PortalButtonProps extends PortalEntrance {
  className?: string;
}

function PortalButton({ className = '', onApproach, onOpen }: PortalButtonProps) {
  return (
    <button
      className={`button ${className}`}
      type="button"
      onClick={onOpen}
      onFocus={onApproach}
      onPointerEnter={onApproach}
    >
      portal
    </button>
  );
}
