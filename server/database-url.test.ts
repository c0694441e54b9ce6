// Tests of the product on an operator's own database server: its requirements, its refusals, several processes, and an
// outage.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { buildBusiness, openAlways } from '#server/testing/build/business.ts';
import { signIn } from '#server/testing/build/sign-in.ts';
import { setUpFile } from '#server/testing/set-up-file.ts';
import { buildMail } from './testing/build/mail.ts';
import { bookTime } from './testing/clients/book-time.ts';
import { type OwnPostgres, ownPostgres } from './testing/database/own-postgres.ts';
import { connectServices, eventually, launch, listenTo, run } from './testing/process.ts';
import { openSmtpReceiver } from './testing/servers/smtp.ts';

let postgres: OwnPostgres;

setUpFile(import.meta, async () => {
  postgres = await ownPostgres();
  await postgres.admin([
    'create role weak login',
    'create database weak owner weak',
    'create role maker login createrole',
    'create database maker owner maker',
    `create database latin owner maker encoding 'LATIN1' template template0`,
    'create database lent',
  ]);
});

after(() => postgres[Symbol.asyncDispose]());

/** The operator's error line when the start fails. */
async function refusal(user: string, database: string): Promise<string> {
  const started = launch(postgres.env(user, database));
  assert.equal(await started.ended, 1, started.lines.join('\n'));
  assert.equal(started.complaints.length, 1, started.complaints.join('\n'));
  return started.complaints[0] ?? '';
}

/** The outcome of one request. */
interface Attempt {
  status: number;
  took: number;
  retryAfter: string | null;
}

/** Sends requests without a pause until `over`; a request without an answer fails. */
async function askOn(ask: () => Promise<Response>, over: AbortSignal): Promise<Attempt[]> {
  const attempts: Attempt[] = [];
  while (!over.aborted) {
    const startedAt = performance.now();
    const answer = await ask();
    await answer.text();
    attempts.push({
      status: answer.status,
      took: performance.now() - startedAt,
      retryAfter: answer.headers.get('retry-after'),
    });
    await sleep(20);
  }
  return attempts;
}

test('a user without the right to make roles gets the statements to run, in one line', async () => {
  assert.match(
    await refusal('weak', 'weak'),
    /database user weak may not .* Run once, as a superuser: create role daybook_company; grant daybook_company to weak$/,
  );
});

test('two processes on one database notify each other, and both survive its death', async () => {
  await using mail = await openSmtpReceiver();
  const settings = {
    ...postgres.env('maker', 'maker'),
    SMTP_URL: mail.url,
    LOG_LEVEL: 'warn',
    REQUESTS_PER_MINUTE: '0',
    BOOKINGS_PER_MINUTE: '0',
  };
  // At the same time: one migrates the database, the other waits for it.
  const [first, second] = await Promise.all([run(settings), run(settings)]);
  await using one = first;
  await using two = second;
  await using services = connectServices(one, postgres.connection('maker', 'maker'));
  const { employee } = await buildBusiness(services, { hours: openAlways });
  const streams = await Promise.all([one, two].map(async ({ url }) => listenTo(url, await signIn(services, employee))));
  const heardByBoth = (words: string) => () => streams.every(({ text }) => text.includes(words));
  const changed = `event: changed\ndata: {"CalendarId":"${employee.calendarId}"}`;

  assert.equal((await bookTime(one, employee, 24)).status, 200);
  await eventually('a booking on one process is heard on the other', heardByBoth(changed));

  const over = new AbortController();
  let hours = 100;
  const asking = [one, two].flatMap((daybook) => [
    ...['/api/home/GetPlanDetails', '/', `/${employee.locationUrlName}/${employee.urlName}`, '/readyz'].map((path) =>
      askOn(() => fetch(daybook.url + path, { signal: AbortSignal.timeout(15_000) }), over.signal),
    ),
    askOn(() => bookTime(daybook, employee, hours++), over.signal),
  ]);
  await sleep(300);
  await postgres.kill();
  await sleep(3_000);
  assert.equal((await bookTime(two, employee, 48)).status, 503);
  await postgres.start();
  const ready = async () =>
    (await Promise.all([one, two].map(({ url }) => fetch(`${url}/readyz`)))).every(({ ok }) => ok);
  await eventually('both are ready', ready);
  assert.equal((await bookTime(two, employee, 48)).status, 200);
  await eventually('the streams say that something may have been missed', heardByBoth('event: missed\ndata: {}'));
  for (const stream of streams) {
    assert.equal(stream.ended, false);
    stream.text = '';
  }
  assert.equal((await bookTime(one, employee, 72)).status, 200);
  await eventually('and go on', heardByBoth(changed));
  over.abort();
  const answers = (await Promise.all(asking)).flat();
  const statuses = new Set(answers.map((answer) => answer.status));
  assert.deepEqual([...statuses].sort(), [200, 503]);
  for (const answer of answers) {
    assert.ok(answer.took < 6_000, `${answer.status} after ${answer.took} ms`);
    assert.equal(answer.retryAfter, answer.status === 503 ? '2' : null);
  }
  assert.equal(answers.at(-1)?.status, 200);

  for (const daybook of [one, two]) {
    const logged = daybook.lines.filter((line) => line.startsWith('{')).map((line) => JSON.parse(line));
    assert.deepEqual(
      logged.map(({ category, msg }) => `${category}: ${msg}`),
      ['Database: the database is lost or takes no changes: changes are refused and jobs wait until it is back'],
      'one warning, not one for each request, queue and batch of logs',
    );
  }

  const id = await buildMail(services);
  const arrived = await mail.next((one) => one.subject === `About ${id}`);
  assert.equal(mail.mails.filter(({ subject }) => subject === arrived.subject).length, 1, 'by one of them only');
});

test('a primary that has become read-only refuses changes as an absent database does, and serves again', async () => {
  const settings = { ...postgres.env('maker', 'maker'), REQUESTS_PER_MINUTE: '0', BOOKINGS_PER_MINUTE: '0' };
  await using daybook = await run(settings);
  await using services = connectServices(daybook, postgres.connection('maker', 'maker'));
  const { employee } = await buildBusiness(services, { hours: openAlways });
  const readOnly = async (state: 'on' | 'off') => {
    await postgres.admin([`alter system set default_transaction_read_only = ${state}`, 'select pg_reload_conf()']);
    // A new session has the setting once the server has told all others.
    const isTold = `do $$ begin assert current_setting('default_transaction_read_only') = '${state}'; end $$`;
    const isOver = () =>
      postgres.admin([isTold]).then(
        () => true,
        () => false,
      );
    while (!(await isOver())) await sleep(20);
  };
  assert.equal((await bookTime(daybook, employee, 24)).status, 200);
  await readOnly('on');
  try {
    for (let n = 0; n < 12; n++) {
      const answer = await bookTime(daybook, employee, 48);
      assert.deepEqual([answer.status, answer.headers.get('retry-after')], [503, '2']);
    }
    const page = await fetch(`${daybook.url}/${employee.locationUrlName}/${employee.urlName}`);
    assert.equal(page.status, 200, 'reads go on');
    assert.equal((await fetch(`${daybook.url}/readyz`)).status, 503);
  } finally {
    await readOnly('off');
  }
  assert.equal((await bookTime(daybook, employee, 48)).status, 200);
});

test('when the role exists, the suggested statement suffices; there is no demo on an operator’s database', async () => {
  const line = await refusal('weak', 'weak');
  assert.match(line, / Run once, as a superuser: grant daybook_company to weak$/);
  const help = line.split('superuser: ')[1] ?? assert.fail(line);
  await postgres.admin([help]);
  await using daybook = await run({ ...postgres.env('weak', 'weak'), DEMO: '', HOST: '' });
  const output = daybook.lines.join('\n');
  assert.doesNotMatch(output, /Demo|daybook-demo/, 'no trial on a database of its own');
  assert.equal((await fetch(`${daybook.url}/readyz`)).status, 200);
});

test('an unusable database is rejected with one line that gives the reason', async () => {
  const lent = await refusal('weak', 'lent');
  assert.match(
    lent,
    /^The database user "weak" may not make tables and schemas in "lent"\. Run once, as a superuser: /,
  );
  assert.match(await refusal('maker', 'latin'), /^The database "latin" has the encoding LATIN1; Daybook needs UTF8\.$/);
  assert.match(await refusal('maker', 'none'), /^The database refuses the connection: database "none" does not exist$/);
  await postgres.admin([lent.split('superuser: ')[1] ?? assert.fail(lent)]);
  const daybook = await run(postgres.env('weak', 'lent'));
  assert.equal((await daybook.stop()).code, 0);
  await postgres.admin([`insert into migrations (name) values ('9999-of-the-future.sql')`], 'lent');
  assert.match(
    await refusal('weak', 'lent'),
    /^The database was migrated by a newer version of Daybook \(it has 9999-of-the-future\.sql\)\.$/,
  );
  await postgres.admin(
    [`update migrations set name = '0002-calendars-and-bookings.sql' where name like '9999%'`],
    'lent',
  );
  assert.match(
    await refusal('weak', 'lent'),
    /^The database was made by a version of Daybook from before its first release \(.*\) and cannot be used any more\. Start with a new DATA_DIR, /,
  );
});
