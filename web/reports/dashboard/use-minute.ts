// The current time, updated every minute while the page is open.
import { useEffect, useState } from 'react';
import { now } from '#web/lib/dates.ts';

export function useMinute(): Temporal.Instant {
  const [at, setAt] = useState(now);
  useEffect(() => {
    const timer = setInterval(() => setAt(now()), 60_000);
    return () => clearInterval(timer);
  }, []);
  return at;
}
