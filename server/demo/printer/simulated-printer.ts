// A Star printer of the demo, in software: it polls the server over HTTP as a real one does, and keeps its papers in
// memory, where `/demo/printer` shows them.
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { giveDeviceKey } from '#server/devices/keys/device-keys.ts';
import type { Services } from '#server/lib/context.ts';

/** The printer that the demo loads. */
export const simulatedPrinterId = '00000000-0000-7000-8000-000000009201';

/** Between two polls (ms). */
const interval = 3_000;
const maxPapers = 30;

export interface TrayPaper {
  id: number;
  png: Buffer;
  printedAt: Temporal.Instant;
}

const trays = new WeakMap<Services['database'], TrayPaper[]>();

/** The newest first. */
export function simulatedPapers({ database }: Pick<Services, 'database'>): TrayPaper[] {
  const papers = trays.get(database) ?? [];
  trays.set(database, papers);
  return papers;
}

/** Does nothing where the demo has no such printer. `server` listens already. */
export function openSimulatedPrinter(services: Services, server: FastifyInstance): { close(): Promise<void> } {
  const stop = new AbortController();
  const running = run(services, server, stop.signal).catch((error: unknown) => {
    if (!stop.signal.aborted) services.log.warn({ err: error }, 'the simulated printer has stopped');
  });
  return {
    async close() {
      stop.abort();
      await running;
    },
  };
}

async function run(services: Services, server: FastifyInstance, signal: AbortSignal): Promise<void> {
  const device = await services.database.read
    .selectFrom('devices')
    .select(['id', 'companyId'])
    .where('id', '=', simulatedPrinterId)
    .executeTakeFirst();
  if (!device) return;
  // The key of an earlier start was in the memory of that process.
  const key = await giveDeviceKey(services.database.write, device);
  const { address, family, port } = server.server.address() as AddressInfo;
  const host = /^(::|0\.0\.0\.0)$/.test(address) ? 'localhost' : family === 'IPv6' ? `[${address}]` : address;
  const url = `http://${host}:${port}/api/hooks/star/${key}`;
  for (let answers: object[] | null = null; !signal.aborted; ) {
    answers = await poll(services, { url, answers, signal }).catch(() => null);
    if (!answers) await sleep(interval, undefined, { signal, ref: false }).catch(() => {});
  }
}

interface Poll {
  url: string;
  /** To the questions of the answer before. */
  answers: object[] | null;
  signal: AbortSignal;
}

interface PollAnswer {
  jobReady: boolean;
  jobToken?: string;
  clientAction?: { request: string }[];
}

/** Returns what the server asked; the printer answers it by the next poll, at once. */
async function poll(services: Services, { url, answers, signal }: Poll): Promise<object[] | null> {
  const status = { status: '23 6 0 0 0 0 0 0 0', statusCode: '200%20OK', printingInProgress: false };
  const asked = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...status, clientAction: answers }),
    signal,
  });
  const { jobReady, jobToken = '', clientAction } = (await asked.json()) as PollAnswer;
  if (clientAction?.length) return clientAction.map(({ request }) => ({ request, result: results[request] ?? '' }));
  if (!jobReady) return null;
  const token = new URLSearchParams({ token: jobToken });
  const fetched = await fetch(`${url}?type=image/png&${token}`, { signal });
  const isPrinted = fetched.status === 200;
  if (isPrinted) keep(services, Buffer.from(await fetched.arrayBuffer()));
  const code = isPrinted ? '200 OK' : '520 Job download failed';
  await fetch(`${url}?${new URLSearchParams({ code, token: jobToken })}`, { method: 'DELETE', signal });
  return null;
}

const results: Record<string, string> = {
  Encodings: 'image/png',
  ClientType: 'Simulated Star printer',
  ClientVersion: '1.0',
};

function keep(services: Services, png: Buffer): void {
  const papers = simulatedPapers(services);
  papers.unshift({ id: (papers[0]?.id ?? 0) + 1, png, printedAt: services.clock.now() });
  papers.length = Math.min(papers.length, maxPapers);
}
