// Reads the address of an .ics file: its text, unless it is the one that was read before.
import { type OutsideClient, outsideRequest } from './outside-request.ts';
import { ReadingFailed, whyRefused } from './why-failed.ts';

/** Returns undefined when the file has not changed. Throws `ReadingFailed`, or an error that `whyFailed` names. */
export async function readFeedFile(
  client: OutsideClient,
  known: { token: string | null },
): Promise<{ text: string; token: string | null } | undefined> {
  const headers = { accept: 'text/calendar, */*;q=0.1', ...(known.token !== null && conditionOf(known.token)) };
  const answer = await outsideRequest(client, new URL(client.address), { headers });
  if (answer.status === 304 && known.token !== null) return undefined;
  if (answer.status !== 200) throw answer.status < 300 ? new ReadingFailed('notCalendar') : whyRefused(answer);
  const { etag, 'last-modified': modified } = answer.headers;
  return { text: answer.body.toString(), token: etag ?? (modified ? `modified ${modified}` : null) };
}

function conditionOf(token: string): Record<string, string> {
  const [, modified] = /^modified (.*)$/.exec(token) ?? [];
  return modified === undefined ? { 'if-none-match': token } : { 'if-modified-since': modified };
}
