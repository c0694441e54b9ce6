// Distributes changes to every process: one connection listens to PostgreSQL and passes notices to subscribers.
import type { FastifyBaseLogger } from 'fastify';
import type pg from 'pg';
import { answerWithin } from '#server/db/prepared-client.ts';

export interface Live {
  /** Calls `on` with the payload of every notice on a channel until the returned function is called. */
  listen(channel: string, on: (payload: string) => void): () => void;
  close(): Promise<void>;
}

const channels = ['daybook_changes', 'daybook_outbox', 'daybook_jobs', 'daybook_devices'] as const;
const retryDelay = 1_000;
/** A connection that only listens does not notice a lost or frozen server: it asks this often (ms). */
const probeInterval = 15_000;
const answerTimeout = 12_000;

/**
 * Listens on all channels over a dedicated connection and reconnects when it breaks. Subscribers then get an empty
 * payload: notices may have been missed. `first`: a statement that each connection sends before it listens.
 */
export async function openLive(
  connect: () => Promise<pg.Client>,
  log: FastifyBaseLogger,
  first?: string,
): Promise<Live> {
  const subscribers = new Map<string, Set<(payload: string) => void>>();
  let client: pg.Client | undefined;
  let closed = false;
  let timer: NodeJS.Timeout | undefined;

  async function open(isFirst: boolean): Promise<void> {
    const opened = await connect();
    client = opened;
    // Closed while the connection was being established.
    if (closed) return opened.end();
    opened.on('notification', (notice) => notify(notice.channel, notice.payload ?? ''));
    const query = (text: string) => answerWithin(opened, answerTimeout, () => opened.query(text));
    // A failed probe ends the connection.
    const probing = setInterval(() => void query('select').catch(() => {}), probeInterval).unref();
    opened.on('end', () => {
      clearInterval(probing);
      retry();
    });
    if (first) await query(first);
    for (const channel of channels) await query(`listen ${channel}`);
    if (!isFirst) for (const channel of channels) notify(channel, '');
  }

  function retry(): void {
    if (closed) return;
    clearTimeout(timer);
    timer = setTimeout(() => {
      open(false).catch((error: unknown) => {
        log.debug({ err: error }, 'listening failed, trying again');
        retry();
      });
    }, retryDelay);
  }

  function notify(channel: string, payload: string): void {
    for (const on of subscribers.get(channel) ?? []) on(payload);
  }

  await open(true);
  return {
    listen(channel, on) {
      const set = subscribers.get(channel) ?? new Set();
      subscribers.set(channel, set.add(on));
      return () => void set.delete(on);
    },
    async close() {
      closed = true;
      clearTimeout(timer);
      await client?.end();
    },
  };
}
