import { useOnline } from '../offline/use-online.ts';

/** Stands where a letter's words will be. */
export function LetterLoading() {
  const online = useOnline();
  return (
    <p className="sheet__loading" role="status">
      {online
        ? 'Loading letter...'
        : 'You are offline. This letter will be here as soon as you are back.'}
    </p>
  );
}
