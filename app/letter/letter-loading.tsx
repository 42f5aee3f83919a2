import { useConnectivityNotice } from '../offline/use-connectivity.ts';

/** Stands where a letter's words will be. */
export function LetterLoading() {
  const away = useConnectivityNotice();
  return (
    <p className="sheet__loading" role="status" lang="en">
      {away
        ? `${away} This letter will be here as soon as it can be fetched.`
        : 'Loading letter...'}
    </p>
  );
}
