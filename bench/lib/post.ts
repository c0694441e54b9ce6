// Posts of JSON, many at a time.
import { Agent, request } from 'node:http';

/** Runs `act` so many times, `atOnce` at a time. */
export async function many(count: number, atOnce: number, act: () => Promise<unknown>): Promise<void> {
  let left = count;
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      while (left-- > 0) await act();
    }),
  );
}

const agent = new Agent({ keepAlive: true, maxSockets: 64 });

/** Node's plain client: `fetch` would cost more than the measured call. */
export function post(url: string, body: unknown, allowed: number[] = [200]): Promise<number> {
  const text = JSON.stringify(body);
  const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) };
  return new Promise((resolve, reject) => {
    const sent = request(url, { method: 'POST', agent, headers }, (response) => {
      let answer = '';
      response.on('data', (part) => {
        answer += part;
      });
      response.on('end', () => {
        const status = response.statusCode ?? 0;
        if (allowed.includes(status)) resolve(status);
        else reject(new Error(`${status} from ${url}: ${answer}`));
      });
    });
    sent.on('error', reject);
    sent.end(text);
  });
}
