// Tests of pipelined transactions: after any failure the connection is clean.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import pg from 'pg';
import { isDatabaseUnavailable } from '#server/db/database-away.ts';
import type { Context, CurrentUser, ServiceContext, SignedIn } from '#server/lib/context.ts';
import { buildBusiness } from '#server/testing/build/business.ts';
import { testDatabase } from '#server/testing/database/database.ts';
import { waitForLock } from '#server/testing/database/wait-for-lock.ts';
import { type TestApp, testApp } from '#server/testing/test-app.ts';
import { SUPERUSER } from './embedded/cluster.ts';
import { type Connection, type Db, openDatabase } from './pool.ts';
import { companyTransaction, transaction } from './transaction.ts';

/** A pool of one connection: the next transaction sees anything that a failed one leaves behind. */
async function oneConnection() {
  const created = await testDatabase();
  const database = openDatabase(created.connection, { max: 1 });
  await sql`create table marks (id integer primary key, parent integer references marks deferrable initially deferred)`.execute(
    database.write,
  );
  // A transaction uses nothing else of a context.
  const context = { database, db: database.read } as unknown as ServiceContext;
  return {
    database,
    work: context,
    async [Symbol.asyncDispose]() {
      await database.close();
      await created.drop();
    },
  };
}

/** A session that may change settings of the server's administrator. */
async function superuser(connection: Connection) {
  const client = new pg.Client({ ...connection, user: SUPERUSER });
  await client.connect();
  return Object.assign(client, { [Symbol.asyncDispose]: () => client.end() });
}

const pid = (db: Db) =>
  sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db).then(({ rows }) => rows[0]?.pid);

async function assertClean({ database }: ServiceContext, expected: number[]): Promise<void> {
  const { rows } = await sql<{ pid: number; role: boolean; company: string | null; readOnly: string }>`
    select pg_backend_pid() as pid, current_user = session_user as role, nullif(current_setting('daybook.company_id', true), '') as company,
      current_setting('transaction_read_only') as read_only`.execute(database.write);
  assert.deepEqual(rows, [{ pid: rows[0]?.pid, role: true, company: null, readOnly: 'off' }]);
  const marks = await sql<{ id: number }>`select id from marks order by id`.execute(database.write);
  assert.deepEqual(
    marks.rows.map(({ id }) => id),
    expected,
  );
  const activity = await sql`select state from pg_stat_activity where pid = ${rows[0]?.pid}`.execute(database.read);
  assert.deepEqual(activity.rows, [{ state: 'idle' }], 'not in a transaction any more');
}

test('a transaction commits all of its statements, including those sent without waiting', async () => {
  await using one = await oneConnection();
  const answer = await transaction(one.work, async ({ db }) => {
    await Promise.all([1, 2, 3].map((id) => sql`insert into marks (id) values (${id})`.execute(db)));
    return 'done';
  });
  assert.equal(answer, 'done');
  await assertClean(one.work, [1, 2, 3]);
});

test('a failing first statement rolls back the rest, and the same statements then work', async () => {
  await using one = await oneConnection();
  const before = await pid(one.database.write);
  await assert.rejects(
    transaction(one.work, ({ db }) =>
      Promise.all([
        sql`select 1 / (${0}::integer)`.execute(db),
        sql`insert into marks (id) values (${1})`.execute(db),
        sql`insert into marks (id, parent) values (${2}, null)`.execute(db),
      ]),
    ),
    /division by zero/,
  );
  await assertClean(one.work, []);
  await transaction(one.work, ({ db }) =>
    Promise.all([
      sql`select 1 / (${1}::integer)`.execute(db),
      sql`insert into marks (id) values (${1})`.execute(db),
      sql`insert into marks (id, parent) values (${2}, null)`.execute(db),
    ]),
  );
  await assertClean(one.work, [1, 2]);
  assert.equal(await pid(one.database.write), before, 'an ordinary failure does not cost the connection');
});

test('a statement that cannot be parsed does not break the prepared statements behind it', async () => {
  await using one = await oneConnection();
  await assert.rejects(
    transaction(one.work, ({ db }) =>
      Promise.all([
        sql`select * from no_such_table where ${1} = 1`.execute(db),
        sql`select ${'x'}::text as x`.execute(db),
      ]),
    ),
    /no_such_table/,
  );
  const { rows } = await transaction(one.work, ({ db }) => sql`select ${'x'}::text as x`.execute(db));
  assert.deepEqual(rows, [{ x: 'x' }]);
});

test('an error thrown by the code rolls everything back', async () => {
  await using one = await oneConnection();
  await assert.rejects(
    transaction(one.work, async ({ db }) => {
      await sql`insert into marks (id) values (1)`.execute(db);
      throw new Error('changed my mind');
    }),
    /changed my mind/,
  );
  await assertClean(one.work, []);
});

test('a statement sent after the end of its transaction is rejected, not run outside it', async () => {
  await using one = await oneConnection();
  const late: Promise<unknown>[] = [];
  for (const fails of [true, false]) {
    const ended = transaction(one.work, async ({ db }) => {
      late.push(sleep(20).then(() => sql`insert into marks (id) values (1)`.execute(db)));
      late.push(sleep(0).then(() => sql`insert into marks (id) values (2)`.execute(db)));
      for (const each of late) each.catch(() => {});
      if (fails) throw new Error('changed my mind');
    });
    await ended.catch(() => {});
  }
  for (const each of await Promise.allSettled(late))
    assert.match(String(each.status === 'rejected' && each.reason), /too late/);
  await assertClean(one.work, []);
});

test('a statement sent before the end of its transaction belongs to it, also when nothing waits for it', async () => {
  await using one = await oneConnection();
  const insert = (db: Db, id: number) => void sql`insert into marks (id) values (${id})`.execute(db).catch(() => {});
  await transaction(one.work, async ({ db }) => insert(db, 1));
  await assert.rejects(
    transaction(one.work, async ({ db }) => {
      insert(db, 2);
      throw new Error('changed my mind');
    }),
    /changed my mind/,
  );
  // The key is taken: the failure undoes the transaction.
  await assert.rejects(
    transaction(one.work, async ({ db }) => {
      await sql`insert into marks (id) values (3)`.execute(db);
      insert(db, 1);
    }),
    /failed statement/,
  );
  await assertClean(one.work, [1]);
});

test('a last statement commits in the same write; when it fails, nothing is stored', async () => {
  await using one = await oneConnection();
  const insert = (db: Db, id: number) => sql`insert into marks (id) values (${id})`.execute(db);
  await transaction(one.work, async ({ db, last }) => {
    await insert(db, 1);
    await last(() => insert(db, 2));
    await assert.rejects(insert(db, 3), /too late/);
  });
  await assertClean(one.work, [1, 2]);
  await assert.rejects(
    transaction(one.work, async ({ db, last }) => {
      await insert(db, 4);
      await last(() => insert(db, 1));
    }),
    /duplicate key/,
  );
  await assert.rejects(
    transaction(one.work, async ({ db, last }) => {
      await insert(db, 5);
      await last(async () => 'nothing');
    }),
    /No statement was sent/,
  );
  await assert.rejects(
    transaction(one.work, ({ db, last }) => last(() => sql`insert into marks (id, parent) values (6, 99)`.execute(db))),
    /violates foreign key/,
  );
  await assertClean(one.work, [1, 2]);
});

test('an error after a last statement is thrown, what was committed stays, and the connection is clean', async () => {
  await using one = await oneConnection();
  await assert.rejects(
    transaction(one.work, async ({ db, last }) => {
      await last(() => sql`insert into marks (id) values (1)`.execute(db));
      throw new Error('after');
    }),
    /after/,
  );
  await assertClean(one.work, [1]);
});

test('a rejected commit throws, and nothing is stored', async () => {
  await using one = await oneConnection();
  await assert.rejects(
    transaction(one.work, ({ db }) => sql`insert into marks (id, parent) values (1, 99)`.execute(db)),
    /violates foreign key/,
  );
  await assertClean(one.work, []);
});

test('a failed statement whose error was swallowed cannot pass as success', async () => {
  await using one = await oneConnection();
  await assert.rejects(
    transaction(one.work, async ({ db }) => {
      await sql`insert into marks (id) values (1)`.execute(db);
      await sql`select 1 / 0`.execute(db).catch(() => {});
      return 'done';
    }),
    /undone|aborted/,
  );
  await assertClean(one.work, []);
});

test('a connection that breaks midway is replaced, and the error counts as an unavailable database', async () => {
  await using one = await oneConnection();
  const other = await one.database.connect();
  try {
    for (const when of ['between', 'during']) {
      const failure = await transaction(one.work, async ({ db }) => {
        await sql`insert into marks (id) values (1)`.execute(db);
        const backend = await pid(db);
        const end = other.query('select pg_terminate_backend($1)', [backend]);
        if (when === 'between') await end;
        await sql`select pg_sleep(1)`.execute(db);
      }).then(
        () => assert.fail('a transaction on a dead connection succeeded'),
        (error: { code?: string; message?: string }) => error,
      );
      assert.ok(isDatabaseUnavailable(failure), `${failure.code} ${failure.message}`);
      await assertClean(one.work, []);
    }
  } finally {
    await other.end();
  }
});

test('a transaction that is undone by a deadlock runs once more, and the other one goes on', async () => {
  await using one = await oneConnection();
  const { database } = one;
  await sql`insert into marks (id) values (1), (2)`.execute(database.write);
  await using other = await superuser(database.connection);
  // Only the last to wait finds the deadlock: the other never looks.
  await other.query("set deadlock_timeout = '1h'");
  await other.query('begin');
  await other.query('select from marks where id = 2 for update');
  let attempts = 0;
  let otherLocked: Promise<unknown> = Promise.resolve();
  const done = await transaction(one.work, async ({ db }) => {
    attempts++;
    // The other has waited longer, but the first of the two that asks would get the row.
    if (attempts === 2) await otherLocked;
    await sql`insert into marks (id, parent) values (3, 1)`.execute(db);
    await sql`select from marks where id = 1 for update`.execute(db);
    if (attempts === 1) {
      otherLocked = other.query('select from marks where id = 1 for update').then(() => other.query('commit'));
      await waitForLock({ database });
    }
    await sql`select from marks where id = 2 for update`.execute(db);
    return 'done';
  });
  await otherLocked;
  assert.deepEqual([done, attempts], ['done', 2]);
  await assertClean(one.work, [1, 2, 3]);
});

test('a transaction that is undone twice throws, and other errors repeat nothing', async () => {
  await using one = await oneConnection();
  for (const [code, wanted] of [
    ['40P01', 2],
    ['40001', 2],
    ['23505', 1],
  ] as const) {
    let attempts = 0;
    const pending = transaction(one.work, async ({ db }) => {
      attempts++;
      await sql`insert into marks (id) values (1)`.execute(db);
      await sql.raw(`do $$ begin raise exception 'undone' using errcode = '${code}'; end $$`).execute(db);
    });
    await assert.rejects(pending, { code });
    assert.equal(attempts, wanted, code);
    await assertClean(one.work, []);
  }
});

test('the server cancels a slow statement, and the next one works', async () => {
  await using one = await oneConnection();
  await assert.rejects(
    transaction(one.work, async ({ db }) => {
      await sql`set local statement_timeout = '50ms'`.execute(db);
      await Promise.all([sql`select pg_sleep(5)`.execute(db), sql`insert into marks (id) values (1)`.execute(db)]);
    }),
    { code: '57014' },
  );
  await assertClean(one.work, []);
  const { rows } = await sql<{ timeout: string }>`select current_setting('statement_timeout') as timeout`.execute(
    one.database.write,
  );
  assert.equal(rows[0]?.timeout, '10s');
});

test('the same statement can be in flight many times at once', async () => {
  await using one = await oneConnection();
  await transaction(one.work, ({ db }) =>
    Promise.all(
      Array.from({ length: 20 }, (_, id) => sql`insert into marks (id, parent) values (${id}, ${id})`.execute(db)),
    ),
  );
  await assertClean(
    one.work,
    Array.from({ length: 20 }, (_, id) => id),
  );
});

test('transactions that wait for one connection run one after the other', async () => {
  await using one = await oneConnection();
  const running: number[] = [];
  await Promise.all(
    [1, 2, 3].map((id) =>
      transaction(one.work, async ({ db }) => {
        running.push(id);
        await sql`insert into marks (id) values (${id})`.execute(db);
        assert.equal(running.at(-1), id, 'nobody else came in between');
      }),
    ),
  );
  await assertClean(one.work, [1, 2, 3]);
});

function signedIn(app: TestApp, companyId: string): SignedIn {
  return { ...app, db: app.database.read, user: { companyId } as CurrentUser } as unknown as Context & SignedIn;
}

test('a company transaction runs as the company’s role, and the connection’s next user does not', async () => {
  await using app = await testApp();
  const { company } = await buildBusiness(app);
  await companyTransaction(signedIn(app, company.id), { readOnly: false }, async ({ db }) => {
    const { rows } = await sql`select current_user as role, current_company() as company`.execute(db);
    assert.deepEqual(rows, [{ role: 'daybook_company', company: company.id }]);
  });
  await Promise.all(
    Array.from({ length: 8 }, async () => {
      const { rows } = await sql`select current_user = session_user as owner, current_company() as company`.execute(
        app.database.write,
      );
      assert.deepEqual(rows, [{ owner: true, company: null }]);
    }),
  );
});

test('a read-only transaction and the reading pool reject every change', async () => {
  await using app = await testApp();
  const { company } = await buildBusiness(app);
  const change = (db: Db) => sql`update companies set name = 'x'`.execute(db);
  await assert.rejects(
    companyTransaction(signedIn(app, company.id), { readOnly: true }, ({ db }) => change(db)),
    /read-only transaction/,
  );
  await assert.rejects(change(app.database.read), /read-only transaction/);
});

test('a malformed company id never reaches the database', async () => {
  await using app = await testApp();
  for (const id of ["'; drop table events --", '', 'x']) {
    assert.throws(() => companyTransaction(signedIn(app, id), { readOnly: true }, async () => {}), /Not a company id/);
  }
});
