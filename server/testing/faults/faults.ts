// Faults between any two statements of the application: a connection that breaks, or a statement that is slow.
import pg from 'pg';
import type { TestApp } from '#server/testing/test-app.ts';

/** Called with each statement before it is sent; what it returns is awaited. */
type Hook = (statement: { text: string; client: pg.Client; send: () => Promise<unknown> }) => Promise<unknown>;

/** Runs `act` while each statement of the application that may change something goes through the hook. */
async function hooked(app: TestApp, hook: Hook, act: () => Promise<unknown>): Promise<void> {
  const { prototype } = pg.Client;
  const query = prototype.query as (...args: unknown[]) => Promise<unknown>;
  const { database } = app.database.connection;
  prototype.query = function (this: pg.Client, ...args: unknown[]) {
    const [given] = args as [string | { text: string; submit?: unknown }];
    // The stream of a COPY is its own answer.
    if (typeof given === 'object' && typeof given.submit === 'function') return query.apply(this, args);
    const text = typeof given === 'string' ? given : given.text;
    const isOurs = settingsOf(this).database === database && !settingsOf(this).options?.includes('read_only');
    const send = () => query.apply(this, args);
    return isOurs ? hook({ text, client: this, send }) : send();
  } as never;
  try {
    await act();
  } finally {
    prototype.query = query as never;
  }
}

/** The settings with which a connection was opened. */
function settingsOf(client: pg.Client): { database?: string; options?: string } {
  return (client as unknown as { connectionParameters: { database?: string; options?: string } }).connectionParameters;
}

export interface Fault {
  /** The number of the statement, from 1. */
  at: number;
  /** Before it reaches the database, or before its answer reaches the application. */
  when: 'before' | 'after';
  /** Statements that a timer sends: how many there are depends on the machine, so they are not counted. */
  uncounted?: RegExp;
}

/**
 * Breaks the connection at one statement of `act`, which must not throw. Returns its text; undefined when there were
 * fewer.
 */
export async function withFault(
  app: TestApp,
  { at, when, uncounted }: Fault,
  act: () => Promise<unknown>,
): Promise<string | undefined> {
  let count = 0;
  let broken: string | undefined;
  await hooked(
    app,
    async ({ text, client, send }) => {
      if (uncounted?.test(text) || ++count !== at) return send();
      broken = text;
      if (when === 'after') await send().catch(() => {});
      const lost = Object.assign(new Error('Connection terminated unexpectedly'), { code: 'ECONNRESET' });
      client.connection.stream.destroy(lost);
      throw lost;
    },
    act,
  );
  return broken;
}

/** Holds the first statement that matches back until `release` resolves; `held` resolves once it is. */
export async function withSlow(
  app: TestApp,
  { matching, release }: { matching: RegExp; release: Promise<void> },
  act: (held: Promise<void>) => Promise<unknown>,
): Promise<void> {
  let isHeld = false;
  const held = Promise.withResolvers<void>();
  await hooked(
    app,
    async ({ text, send }) => {
      if (!isHeld && matching.test(text)) {
        isHeld = true;
        held.resolve();
        await release;
      }
      return send();
    },
    () => act(held.promise),
  );
}

/** Returns the texts of the statements of `act` over connections that may change something. */
export async function statementsOf(app: TestApp, act: () => Promise<unknown>): Promise<string[]> {
  const texts: string[] = [];
  await hooked(
    app,
    ({ text, send }) => {
      texts.push(text);
      return send();
    },
    act,
  );
  return texts;
}
