// Books as a visitor does, at a running process.
import type { BuiltEmployee } from '#server/testing/build/business.ts';

/** Half an hour that begins with a whole hour, `hours` from now. */
export function bookTime(
  { url }: { url: string },
  { locationUrlName, urlName }: Pick<BuiltEmployee, 'locationUrlName' | 'urlName'>,
  hours: number,
  eMail = 'mara@example.org',
): Promise<Response> {
  const start = Temporal.Now.instant().round({ smallestUnit: 'hour', roundingMode: 'floor' }).add({ hours });
  return fetch(`${url}/api/publiccalendars/InsertEvent`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      LocationUrlName: locationUrlName,
      UserUrlName: urlName,
      Start: start.toString(),
      End: start.add({ minutes: 30 }).toString(),
      Name: 'Mara',
      EMail: eMail,
    }),
    signal: AbortSignal.timeout(15_000),
  });
}
