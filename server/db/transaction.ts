// Transactions: the same context with another `db`.
import { setTimeout as sleep } from 'node:timers/promises';
import { countForCompany } from './company-seconds.ts';
import { isDeadlock } from './is-deadlock.ts';
import { BrokenConnection, type Database, type Db } from './pool.ts';
import type { PoolName } from './watch-holders.ts';

/** The part of a server function's context that a transaction needs. */
interface Transactional {
  database: Database;
  db: Db;
  /** The acting user, recorded by the data audit. */
  user?: Actor | undefined;
}

interface Actor {
  id: string;
  companyId: string;
  impersonator: { id: string } | null;
}

/** The argument of `act` beside its context. */
interface Ending {
  /**
   * Runs `act`, whose only statement is the last of the transaction, and commits in the same write: one round trip
   * less. An error that is thrown after that statement has succeeded rolls nothing back.
   */
  last<T>(act: () => Promise<T>): Promise<T>;
}

/**
 * Runs `act` in one transaction of the owner role; a thrown error rolls it back. When PostgreSQL ends it because of a
 * deadlock, `act` runs once more in another transaction: what it changes outside the database must bear a repetition.
 */
export function transaction<W extends Transactional, T>(
  context: W,
  act: (context: W & Ending) => Promise<T>,
): Promise<T> {
  return run(context, 'write', `begin${actorSettings(context)}`, act);
}

/** Runs `act` in one read-only transaction of the owner role. Statements are planned for their actual values. */
export function readTransaction<W extends Transactional, T>(context: W, act: (context: W) => Promise<T>): Promise<T> {
  return run(context, 'read', 'begin read only; set local plan_cache_mode = force_custom_plan', act);
}

/**
 * Runs `act` in one transaction that reads and writes rows of the caller's company only (row-level security for the
 * role daybook_company). With `readOnly` the server rejects any change. Repeats `act` as `transaction` does.
 */
export function companyTransaction<C extends Transactional & { user: Actor }, T>(
  context: C,
  options: { readOnly: boolean },
  act: (context: C) => Promise<T>,
): Promise<T> {
  const company = context.user.companyId;
  if (!isId.test(company)) throw new Error('Not a company id.');
  const settings = options.readOnly ? '' : actorSettings(context);
  const begin = `begin ${options.readOnly ? 'read only' : ''}; set local role daybook_company; set local "daybook.company_id" = '${company}'${settings}`;
  // Without the wait for a connection and the commit.
  return run(context, options.readOnly ? 'read' : 'write', begin, (tx) =>
    countForCompany(context.database, company, () => act(tx)),
  );
}

const isId = /^[0-9a-f-]{36}$/i;

/**
 * Names the person who acts to the data audit (server/operations/sql/audit-change.sql). It goes with the `begin`, so
 * it takes no round trip of its own.
 */
function actorSettings(context: Transactional): string {
  const { user } = context;
  if (!user || !isId.test(user.id)) return '';
  const actor = user.impersonator?.id ?? user.id;
  if (!isId.test(actor)) throw new Error('Not a user id.');
  return `; set local "daybook.user" = '${user.id}'; set local "daybook.actor" = '${actor}'`;
}

/**
 * Repeats a transaction once, after a moment in which the one for which it was undone goes on: PostgreSQL gives a free
 * row to the first that asks, not to the one that has waited, and the two would meet again.
 */
async function run<W extends Transactional, T>(
  context: W,
  pool: PoolName,
  begin: string,
  act: (context: W & Ending) => Promise<T>,
): Promise<T> {
  try {
    return await runOnce(context, pool, begin, act);
  } catch (error) {
    if (!isDeadlock(error)) throw error;
    await sleep(10 + 30 * Math.random());
    return runOnce(context, pool, begin, act);
  }
}

function runOnce<W extends Transactional, T>(
  context: W,
  pool: PoolName,
  begin: string,
  act: (context: W & Ending) => Promise<T>,
): Promise<T> {
  return context.database.borrow(pool, async ({ db, command, commandBehindNext, end }) => {
    // Not awaited: the first statement of `act` follows immediately. If `begin` fails, that statement fails too.
    const started = command(begin);
    started.catch(() => {});
    let committed: Promise<string> | undefined;
    const last = <R>(send: () => Promise<R>) => {
      committed = commandBehindNext('commit');
      committed.catch(() => {});
      return send();
    };
    try {
      const result = await act({ ...context, db, last });
      end();
      await started;
      // The server answers COMMIT with ROLLBACK when a statement has failed, even if its error was swallowed.
      if ((await (committed ?? command('commit'))) === 'ROLLBACK')
        throw new Error('A failed statement has undone the transaction.');
      return result;
    } catch (error) {
      end();
      // After a commit that was sent, it says that there is no transaction.
      await command('rollback').catch(() => {
        throw new BrokenConnection('connection lost', { cause: error });
      });
      throw error;
    }
  });
}
