// Measures calls of a person at work, beside whatever else goes on.
import { setTimeout as sleep } from 'node:timers/promises';

/** Clients that measure, and their rest between two calls (ms): a company at work, not a flood. */
const clients = 2;
const interval = 10;

/** Asks each address in turn; returns how long each of its calls took (ms). */
export function measureCalls(urls: readonly string[], cookie: string, time: number): Promise<number[][]> {
  return measure(
    urls.map((url) => () => fetch(url, { headers: { cookie } })),
    time,
  );
}

/** Makes each call in turn; returns how long each took (ms). */
export async function measure(calls: readonly (() => Promise<Response>)[], time: number): Promise<number[][]> {
  const times: number[][] = calls.map(() => []);
  const end = performance.now() + time;
  const client = async () => {
    while (performance.now() < end) {
      for (const [index, call] of calls.entries()) {
        const begun = performance.now();
        const answer = await call();
        const text = await answer.text();
        if (!answer.ok) throw new Error(`${answer.url}: ${answer.status} ${text}`);
        times[index]?.push(performance.now() - begun);
        await sleep(interval);
      }
    }
  };
  await Promise.all(Array.from({ length: clients }, client));
  return times;
}
