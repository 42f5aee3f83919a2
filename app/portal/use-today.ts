import { useEffect, useState } from 'react';
import { localDay } from '#core/date.ts';

/** The calendar day where the browser is, which changes at midnight. */
export function useToday(): string {
  const [today, setToday] = useState(() => localDay(new Date()));
  useEffect(() => {
    let timer = 0;
    const look = () => {
      const now = new Date();
      setToday(localDay(now));
      const midnight = new Date(now.getFullYear(), now.getMonth(), now.getDate() + 1);
      timer = window.setTimeout(look, midnight.getTime() - now.getTime());
    };
    look();
    return () => clearTimeout(timer);
  }, []);
  return today;
}
