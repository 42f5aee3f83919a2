import { useEffect, useState } from 'react';
import { localDay } from '#core/date.ts';

/**
 * The calendar day where the browser is. It changes at midnight, but where the computer slept until then, its
 * timer is as late; so each rendering looks at the clock, too.
 */
export function useToday(): string {
  const today = localDay(new Date());
  const [, setToday] = useState(today);
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
