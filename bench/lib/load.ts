// Loads answers of an application as a signed-in person, and measures how long that takes.
import { Agent, get, type IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { text } from 'node:stream/consumers';
import { startChild } from './child.ts';
import { percentile, type Row } from './report.ts';
import type { World } from './world.ts';

const tries = 60;

export interface Loader {
  url: string;
  /** Returns the body of the answer to a path. Throws for any other status than 200. */
  load(path: string, headers: { cookie: string }): Promise<string>;
  /** Sends JSON and returns the body of the answer. Throws for any other status than 200. */
  post(path: string, body: object, headers: { cookie: string }): Promise<string>;
  /** Sends a file as a form does and returns the body of the answer. Throws for any other status than 200. */
  upload(path: string, name: string, content: string, headers: { cookie: string }): Promise<string>;
  /** A row of the report: the 95th percentile (ms) of `act`, and whether it is below `max`, if there is an aim. */
  row(label: string, max: number | undefined, act: () => Promise<unknown>): Promise<Row>;
  [Symbol.asyncDispose](): Promise<void>;
}

/** `await using loader = await openLoader(world)`: an application in its own process, on the database of the world. */
export async function openLoader(world: World): Promise<Loader> {
  const app = await startChild('serve-app.ts', [world.embedded.url, tmpdir(), '{"MAX_DELAY_MS":"0"}']);
  const agent = new Agent({ keepAlive: true, maxSockets: 40 });
  return {
    url: app.url,
    async load(path, headers) {
      const answer = await new Promise<IncomingMessage>((resolve, reject) => {
        get(`${app.url}${path}`, { agent, headers }, resolve).on('error', reject);
      });
      const body = await text(answer);
      if (answer.statusCode !== 200) throw new Error(`${path}: ${body}`);
      return body;
    },
    async post(path, body, headers) {
      const answer = await fetch(`${app.url}${path}`, {
        ...{ method: 'POST', body: JSON.stringify(body) },
        headers: { ...headers, 'content-type': 'application/json' },
      });
      const said = await answer.text();
      if (answer.status !== 200) throw new Error(`${path}: ${said}`);
      return said;
    },
    async upload(path, name, content, headers) {
      const body = new FormData();
      body.append('file', new Blob([content]), name);
      const answer = await fetch(`${app.url}${path}`, { method: 'POST', body, headers });
      if (answer.status !== 200) throw new Error(`${path}: ${await answer.text()}`);
      return answer.text();
    },
    async row(label, max, act) {
      const times: number[] = [];
      for (let i = 0; i < tries + 10; i++) {
        const start = performance.now();
        await act();
        // The first ones open connections and read from disk.
        if (i >= 10) times.push(performance.now() - start);
      }
      const [usual, value] = [percentile(times, 0.5), percentile(times, 0.95)];
      const row = { label, value: `p50 ${usual.toFixed(1)} ms, p95 ${value.toFixed(1)} ms` };
      return max === undefined ? row : { ...row, target: `< ${max} ms`, isMet: value < max };
    },
    async [Symbol.asyncDispose]() {
      agent.destroy();
      await app.close();
    },
  };
}
