import { useConnectivityNotice } from '../offline/use-connectivity.ts';

/** Stands where a letter's words will be, also where those are written from right to left: hence the `bdi`. */
export function LetterLoading() {
  const away = useConnectivityNotice();
  return (
    <p className="sheet__loading" aria-live="polite" lang="en">
      <bdi>
        {away
          ? `${away} This letter will be here as soon as it can be fetched.`
          : 'Loading letter...'}
      </bdi>
    </p>
  );
}
