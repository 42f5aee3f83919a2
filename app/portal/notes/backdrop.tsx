import { Dialog } from '@base-ui/react/dialog';
import { useEffect } from 'react';
import { ignoreGutterPresses } from '../../ui/ignore-gutter-presses.ts';

/**
 * What darkens the page behind a dialog. A press on it does nothing at all: by default it would take the
 * focus out of the dialog, and from there the keyboard would reach what is behind.
 */
export function Backdrop() {
  useEffect(ignoreGutterPresses, []);
  return (
    <Dialog.Backdrop
      className="portal__backdrop"
      // Also of a dialog over the portal: by default Base UI leaves it out.
      forceRender
      onMouseDown={(event) => event.preventDefault()}
    />
  );
}
