// Sends the requests of one load from a thread of its own: the work on them is a client's, not what is measured.
import { once } from 'node:events';
import { request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { parentPort, Worker, workerData } from 'node:worker_threads';
import { type Call, type Load, loads } from './neighbour-loads.ts';

interface Begin {
  name: string;
  /** Of each process of the product, which take turns. */
  urls: readonly string[];
  cookie: string;
}

/** Prepares a load, which then begins and ends when it is told to. */
export async function prepareLoad(begin: Begin) {
  const worker = new Worker(new URL(import.meta.url), { workerData: begin });
  const next = async (): Promise<string> => (await once(worker, 'message'))[0];
  await next();
  return {
    begin: () => worker.postMessage('begin'),
    /** Returns how many requests had which answer. */
    async end(): Promise<string> {
      worker.postMessage('end');
      const answers = await next();
      await worker.terminate();
      return answers;
    },
  };
}

if (parentPort) await work(parentPort, workerData as Begin);

async function work(port: NonNullable<typeof parentPort>, { name, urls, cookie }: Begin) {
  const load = await loads[name]?.();
  if (!load) throw new Error(`There is no load "${name}".`);
  port.postMessage('ready');
  await once(port, 'message');
  const end = run(load, urls, cookie);
  await once(port, 'message');
  port.postMessage(await end());
}

/** Sends the requests of a load without rests; the function it returns ends it and says how many had which answer. */
function run({ clients, next }: Load, urls: readonly string[], cookie: string) {
  const answers = new Map<number, number>();
  let isOver = false;
  let sent = 0;
  const client = async () => {
    while (!isOver) {
      const status = await send(urls[sent++ % urls.length] ?? '', cookie, next());
      answers.set(status, (answers.get(status) ?? 0) + 1);
      // As a client does that is told to come later.
      if (status === 429 || status === 503) await sleep(100);
    }
  };
  const running = Promise.all(Array.from({ length: clients }, client));
  return async () => {
    isOver = true;
    await running;
    return [...answers].map(([status, count]) => `${count} × ${status}`).join(', ');
  };
}

function send(url: string, cookie: string, { path, body, type }: Call): Promise<number> {
  return new Promise((resolve, reject) => {
    const headers = { cookie, ...(body && { 'content-type': type, 'content-length': body.length }) };
    const sent = request(`${url}/api/${path}`, { method: body ? 'POST' : 'GET', headers }, (answer) => {
      answer.on('error', reject).on('end', () => resolve(answer.statusCode ?? 0));
      answer.resume();
    });
    // A server that refuses a long body does not read it.
    sent.on('error', reject).end(body);
  });
}
