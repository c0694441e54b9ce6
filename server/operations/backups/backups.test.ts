// Tests of the backups of a company: what is in them, who gets them, and what failures and kills leave behind.
import assert from 'node:assert/strict';
import { randomBytes, randomUUIDv7 } from 'node:crypto';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';
import { reminders } from '#contract/messaging/feed.ts';
import { companyBackups } from '#contract/operations/backups.ts';
import { BrokenArchive, openArchive, verifyArchive } from '#server/lib/files/archive.ts';
import { storeContent } from '#server/messaging/mail/shared-content.ts';
import { readCompanyArchive } from '#server/operations/archives/read-company-archive.ts';
import { tidy } from '#server/operations/jobs/tidy.ts';
import { buildBusiness, buildEmployee } from '#server/testing/build/business.ts';
import { buildContact } from '#server/testing/build/contact.ts';
import { buildFile } from '#server/testing/build/file.ts';
import { buildMail } from '#server/testing/build/mail.ts';
import { signIn } from '#server/testing/build/sign-in.ts';
import { buildEvent } from '#server/testing/build/visits.ts';
import { type TestApp, testApp } from '#server/testing/test-app.ts';
import { makeWaitingBackups } from './make-backups.ts';
import { removeOldBackups } from './remove-old-backups.ts';
import { addDueBackups } from './schedule-backups.ts';
import { addBackup } from './store.ts';

const { make, checkDownload, getPaginated, getAll, setSchedule, delete: remove } = companyBackups.operations;

const download = (app: TestApp, id: string, headers: Record<string, string> = {}) =>
  app.server.inject({ url: `/Api/File/DownloadFile?id=${id}`, headers });

/** Everything in the file store and in the folder of archives that are being written. */
async function storedBytes(app: TestApp): Promise<string[]> {
  const keys: string[] = [];
  for await (const key of app.files.keys()) keys.push(key);
  return [...keys, ...(await readdir(join(app.config.dataDir, 'backups')).catch(() => []))];
}

/** The lines of each table, and the bytes of each file, by the name of its entry. */
async function contentsOf(app: TestApp, archive: Buffer) {
  const path = join(app.config.dataDir, 'downloaded.zip');
  await writeFile(path, archive);
  const opened = await openArchive(path);
  const contents = new Map<string, string>();
  for (const { name } of opened.manifest.entries) contents.set(name, await text(await opened.read(name)));
  opened.close();
  const rows = (table: string) =>
    (contents.get(`tables/${table}.jsonl`) ?? assert.fail(table))
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line));
  return { manifest: opened.manifest, contents, rows, path };
}

test('a backup has all records and files of its company, none of others, and no secret', async () => {
  await using app = await testApp();
  const { company, employee } = await buildBusiness(app, { actions: ['admin'], password: 'correct horse' });
  const { company: foreign, employee: stranger } = await buildBusiness(app, { actions: ['admin'] });
  const customer = await buildContact(app, employee, { name: 'Mara Ozola' });
  await buildContact(app, stranger, { name: 'Foreign Customer' });
  for (let hour = 1; hour <= 3; hour++) {
    const start = app.clock.now().add({ hours: 24 + hour });
    await buildEvent(app, employee, { start, name: 'Mara Ozola', contactId: customer.id });
  }
  const bytes = randomBytes(200_000);
  const file = await buildFile(app, company, { bytes, mimeType: 'image/png', name: 'portrait.png' });
  const other = await buildFile(app, foreign, { name: 'other.txt' });
  const cookie = await signIn(app, employee);

  const begun = (await app.call(make, {}, cookie)).answer;
  assert.deepEqual([begun.state, begun.size, begun.isScheduled], ['waiting', null, false]);
  assert.equal((await app.call(make, {}, cookie)).answer.id, begun.id, 'a second click gets the same backup');
  const early = await download(app, begun.id, cookie);
  assert.deepEqual([early.statusCode, early.headers['retry-after']], [503, '5']);

  assert.equal(await makeWaitingBackups(app), 1);
  const { manifest, contents, rows } = await contentsOf(app, (await download(app, begun.id, cookie)).rawPayload);
  assert.equal(manifest.format, 'daybook-company');
  assert.deepEqual((manifest as { company?: object }).company, { id: company.id, name: company.name });
  assert.ok(Array.isArray(manifest.migrations) && manifest.migrations.includes('0009-site-and-operations.sql'));
  assert.deepEqual(
    rows('contacts').map(({ name }: { name: string }) => name),
    ['Mara Ozola'],
  );
  assert.equal(rows('events').length, 3);
  assert.equal(manifest.entries.find(({ name }) => name === 'tables/events.jsonl')?.rows, 3);
  assert.equal(rows('people')[0].log_in, employee.logIn);
  assert.deepEqual(rows('companies')[0].name, company.name);
  assert.ok(manifest.entries.some(({ name, sha256 }) => name === `files/${file.id}` && sha256.length === 64));
  assert.ok(!contents.has(`files/${other.id}`));
  const everything = [...contents].filter(([name]) => name.startsWith('tables/')).join('\n');
  assert.doesNotMatch(everything, /Foreign Customer|argon2|password|token|\bhash"/);
  assert.doesNotMatch(everything, new RegExp(foreign.id));

  const [row] = (await app.call(getPaginated, {}, cookie)).answer.backups;
  assert.deepEqual([row?.state, row?.progress, row?.isScheduled], ['done', 100, false]);
  assert.equal(row?.expiresAt, '2026-03-03T08:00:00+00:00');
  const feed = (await app.call(reminders.getByCreatedAndUser, {}, cookie)).answer;
  assert.deepEqual(
    feed.map(({ type, link }) => [type, link]),
    [['other', '/app/company/data-backup']],
  );
  const uploads = await app.database.read.selectFrom('files').select('id').execute();
  assert.deepEqual(uploads.map(({ id }) => id).toSorted(), [file.id, other.id].toSorted(), 'not among the uploads');
});

test('no message of a backup has the token of a link', async () => {
  await using app = await testApp();
  const { company, employee } = await buildBusiness(app, { actions: ['admin'] });
  const token = randomBytes(32).toString('base64url').replace(/^./, 'A');
  const links = ['user/verify-company/', 'user/invite/', 'user/login/', 'appointment/', 'marketing/unsubscribe/', 'v/']
    .map((path) => `https://daybook.test/${path}${token}`)
    .concat(`https://daybook.test/Pdf?Id=1&Token=${token}`);
  const words = links.join(' and ');
  const content = await storeContent(app.database.write, {
    ...{ companyId: company.id, causeKey: 'test', html: `<p>${words}</p>`, plain: words },
    createdAt: app.clock.now(),
  });
  const at = app.clock.now();
  const settled = { companyId: company.id, state: 'sent', settledAt: at } as const;
  await buildMail(app, { ...settled, html: `<a href="${links[0]}">Verify</a>`, plain: words });
  await buildMail(app, {
    ...settled,
    ...{ html: '', plain: '', contentId: content },
    fields: JSON.stringify({ visit: links[5], unsubscribe: links[4] }),
    headers: JSON.stringify({ 'List-Unsubscribe': `<${links[4]}>` }),
  });
  const sms = { id: randomUUIDv7(), companyId: company.id, createdAt: at };
  await app.database.write
    .insertInto('deliveries')
    .values({
      ...{ ...sms, medium: 'sms', queue: 'sms:visit', address: '+37120000001', causeKind: 'test', causeKey: sms.id },
      ...{ state: 'sent', settledAt: at, dueAt: at },
    })
    .execute();
  await app.database.write
    .insertInto('smsMessages')
    .values({ ...sms, fromSms: '', toSms: '+37120000001', typed: '+37120000001', subject: '', message: words })
    .execute();
  const cookie = await signIn(app, employee);
  const { id } = (await app.call(make, {}, cookie)).answer;
  assert.equal(await makeWaitingBackups(app), 1);
  const { contents, rows } = await contentsOf(app, (await download(app, id, cookie)).rawPayload);
  assert.deepEqual(
    ['email_messages', 'message_contents', 'sms_messages'].map((table) => rows(table).length),
    [2, 1, 1],
  );
  assert.match(rows('sms_messages')[0].message, /appointment\/\*\*\* and/);
  for (const [name, entry] of contents) assert.ok(!entry.includes(token), name);
});

test('only administrators of the company download its backups, for 24 hours', async () => {
  await using app = await testApp();
  const { employee, location } = await buildBusiness(app, { actions: ['admin'] });
  const colleague = await buildEmployee(app, location, { actions: ['lcladmin'] });
  const { employee: stranger } = await buildBusiness(app, { actions: ['admin', 'sys'] });
  const cookie = await signIn(app, employee);
  const { id } = (await app.call(make, {}, cookie)).answer;
  const callers = [{}, await signIn(app, colleague), await signIn(app, stranger)];
  for (const caller of callers) assert.equal((await download(app, id, caller)).statusCode, 404);
  await makeWaitingBackups(app);
  for (const caller of callers) assert.equal((await download(app, id, caller)).statusCode, 404);
  assert.equal((await app.call(make, {}, await signIn(app, colleague))).status, 403);
  const answer = await download(app, id, cookie);
  assert.equal(answer.statusCode, 200);
  assert.equal(answer.headers['content-type'], 'application/zip');

  app.clock.advance({ hours: 24 });
  const again = await signIn(app, employee);
  assert.equal((await download(app, id, again)).statusCode, 404);
  assert.equal(await removeOldBackups(app), 1);
  assert.deepEqual(await storedBytes(app), []);
  assert.equal((await app.call(getAll, {}, again)).answer[0]?.state, 'expired');
});

test('a backup that fails leaves no file behind, is tried again, and then says that it failed', async () => {
  await using app = await testApp();
  const { company, employee } = await buildBusiness(app, { actions: ['admin'] });
  await buildFile(app, company);
  const cookie = await signIn(app, employee);
  const { id } = (await app.call(make, {}, cookie)).answer;
  const broken = Readable.from([Buffer.from('half')]);
  const failing = {
    ...app,
    files: { ...app.files, read: async () => broken.destroy(new Error('the disk is broken')) },
  };
  assert.equal(await makeWaitingBackups(failing), 0);
  assert.equal((await app.call(getAll, {}, cookie)).answer[0]?.state, 'failed');
  const answer = await download(app, id, cookie);
  assert.deepEqual([answer.statusCode, answer.json().Message], [409, 'Backup creation failed.']);
  assert.deepEqual(
    (await storedBytes(app)).filter((key) => key.includes('backup')),
    [],
  );
  assert.equal((await app.call(reminders.getByCreatedAndUser, {}, cookie)).answer.length, 1);
  assert.equal((await app.call(make, {}, cookie)).answer.state, 'waiting', 'another can be made');
});

test('another process finishes the backup of one that was killed, and removes its half archive', async () => {
  await using app = await testApp();
  const { employee } = await buildBusiness(app, { actions: ['admin'] });
  const cookie = await signIn(app, employee);
  const { id } = (await app.call(make, {}, cookie)).answer;
  const folder = join(app.config.dataDir, 'backups');
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, `${id}-backup-1.part`), 'half');
  const leaseUntil = app.clock.now().add({ seconds: 60 });
  await app.database.write.updateTable('backups').set({ state: 'running', attempts: 1, leaseUntil }).execute();
  assert.equal(await makeWaitingBackups(app), 0, 'the process may still run');
  assert.equal((await readdir(folder)).length, 1);
  app.clock.advance({ seconds: 61 });
  assert.equal(await makeWaitingBackups(app), 1);
  assert.deepEqual(await storedBytes(app), [`${id}-backup-2`]);
  assert.equal((await app.call(remove, { id }, cookie)).status, 204);
  assert.deepEqual(await storedBytes(app), []);
});

test('archives of processes that were killed after they stored them, and those of deleted companies, are removed', async () => {
  await using app = await testApp();
  const { company, employee } = await buildBusiness(app, { actions: ['admin'] });
  const cookie = await signIn(app, employee);
  const begin = async () => (await app.call(make, {}, cookie)).answer.id;
  const { write } = app.database;
  // Killed between the archive and its row, so often.
  const kill = async (id: string, attempts: number) => {
    await app.files.put(`${id}-backup-${attempts}`, Buffer.from('whole'));
    const values = { state: 'running', attempts, leaseUntil: app.clock.now() };
    await write.updateTable('backups').set(values).where('id', '=', id).execute();
    app.clock.advance({ seconds: 1 });
  };
  const first = await begin();
  await kill(first, 1);
  assert.equal(await makeWaitingBackups(app), 1);
  await tidy(app);
  assert.deepEqual(await storedBytes(app), [`${first}-backup-2`]);

  const second = await begin();
  await kill(second, 3);
  assert.equal(await makeWaitingBackups(app), 0, 'it is given up');
  const states = async () => (await app.call(getAll, {}, cookie)).answer.map(({ state }) => state);
  assert.deepEqual((await states()).toSorted(), ['done', 'failed']);
  assert.equal((await app.call(reminders.getByCreatedAndUser, {}, cookie)).answer.length, 2);
  await tidy(app);
  assert.deepEqual(await storedBytes(app), [`${first}-backup-2`]);

  const { id } = await buildFile(app, company, { mimeType: 'image/webp' });
  await app.files.put(`${id}-200x200`, Buffer.from('a rendition'));
  await write.deleteFrom('companies').where('id', '=', company.id).execute();
  assert.equal((await storedBytes(app)).length, 3);
  await tidy(app);
  assert.deepEqual(await storedBytes(app), []);
});

test('scheduled backups are made at three in the morning, and only the newest are stored', async () => {
  await using app = await testApp();
  const { employee } = await buildBusiness(app, { actions: ['admin'] });
  const saved = (await app.call(setSchedule, { every: 'daily', keep: 2 }, await signIn(app, employee))).answer;
  // Riga is two hours ahead of UTC.
  assert.deepEqual(saved, { every: 'daily', keep: 2, nextAt: '2026-03-03T01:00:00Z' });
  assert.equal(await addDueBackups(app), 0);
  for (let day = 3; day <= 6; day++) {
    app.clock.set(`2026-03-0${day}T01:00:30Z`);
    assert.equal(await addDueBackups(app), 1);
    assert.equal(await addDueBackups(app), 0);
    assert.equal(await makeWaitingBackups(app), 1);
    await removeOldBackups(app);
  }
  const cookie = await signIn(app, employee);
  const rows = (await app.call(getAll, {}, cookie)).answer;
  assert.deepEqual(
    rows
      .filter(({ state }) => state === 'done')
      .map(({ createdAt }) => createdAt)
      .toSorted(),
    ['2026-03-05T01:00:30+00:00', '2026-03-06T01:00:30+00:00'],
  );
  assert.equal((await storedBytes(app)).length, 2);
  assert.deepEqual(
    (await app.call(reminders.getByCreatedAndUser, {}, cookie)).answer,
    [],
    'every night would be noise',
  );
  // Without a schedule, nothing replaces them.
  const availableUntil = async () =>
    (await app.call(getAll, {}, cookie)).answer.filter(({ state }) => state === 'done').map((row) => row.expiresAt);
  await app.call(setSchedule, { every: 'never', keep: 2 }, cookie);
  assert.deepEqual(await availableUntil(), Array(2).fill('2026-03-07T01:00:30+00:00'));
  await app.call(setSchedule, { every: 'weekly', keep: 2 }, cookie);
  assert.deepEqual(await availableUntil(), [null, null]);
  await addBackup(app.database.write, {
    ...{ companyId: employee.companyId, id: randomUUIDv7(), createdAt: app.clock.now(), person: null },
  });
  await app.call(setSchedule, { every: 'never', keep: 2 }, cookie);
  assert.equal(await makeWaitingBackups(app), 1, 'one is being made while the schedule is switched off');
  assert.equal((await availableUntil()).filter(Boolean).length, 3);
  app.clock.set('2026-03-09T01:00:30Z');
  assert.equal(await addDueBackups(app), 0);
  assert.equal(await removeOldBackups(app), 3);
  assert.deepEqual(await storedBytes(app), []);
});

test('a backup that someone waits for is made before scheduled ones, and failed scheduled ones reach administrators', async () => {
  await using app = await testApp();
  const made: string[] = [];
  for (let night = 0; night < 3; night++) {
    const { employee } = await buildBusiness(app, { actions: ['admin'] });
    await addBackup(app.database.write, {
      ...{ companyId: employee.companyId, id: randomUUIDv7(), createdAt: app.clock.now(), person: null },
    });
  }
  app.clock.advance({ minutes: 1 });
  const { employee, company } = await buildBusiness(app, { actions: ['admin'] });
  const cookie = await signIn(app, employee);
  const { id } = (await app.call(make, {}, cookie)).answer;
  const putFile: typeof app.files.putFile = (key, path) => {
    made.push(key);
    return app.files.putFile(key, path);
  };
  assert.equal(await makeWaitingBackups({ ...app, files: { ...app.files, putFile } }), 4);
  assert.equal(made[0], `${id}-backup-1`);

  await addBackup(app.database.write, {
    companyId: company.id,
    id: randomUUIDv7(),
    createdAt: app.clock.now(),
    person: null,
  });
  const full = async () => {
    throw new Error('the disk is full');
  };
  assert.equal(await makeWaitingBackups({ ...app, files: { ...app.files, putFile: full } }), 0);
  const received = (await app.call(reminders.getByCreatedAndUser, {}, cookie)).answer;
  assert.deepEqual(
    received.map(({ link }) => link),
    ['/app/company/data-backup', '/app/company/data-backup'],
  );
});

test('files of any kind come back, and one whose bytes have changed is named instead of spoiling the archive', async () => {
  await using app = await testApp();
  const { company, employee } = await buildBusiness(app, { actions: ['admin'] });
  const commas = Buffer.alloc(5 * 2 ** 20, ',');
  const csv = await buildFile(app, company, { bytes: commas, mimeType: 'text/csv', name: 'empty.csv' });
  const changed = await buildFile(app, company, { name: 'changed.txt' });
  await app.files.put(changed.id, Buffer.from('other bytes'));
  const cookie = await signIn(app, employee);
  const { id } = (await app.call(make, {}, cookie)).answer;
  assert.equal(await makeWaitingBackups(app), 1);
  const { manifest, path } = await contentsOf(app, (await download(app, id, cookie)).rawPayload);
  assert.deepEqual([manifest.missingFiles, manifest.damagedFiles], [[], [changed.id]]);
  const opened = await readCompanyArchive(path);
  assert.deepEqual(
    opened.files.map((file) => file.id),
    [csv.id],
  );
  opened.close();
});

test('the page asks whether an archive can be downloaded, and gets the reason if not', async () => {
  await using app = await testApp();
  const { employee } = await buildBusiness(app, { actions: ['admin'] });
  const { employee: stranger } = await buildBusiness(app, { actions: ['admin'] });
  const cookie = await signIn(app, employee);
  const { id } = (await app.call(make, {}, cookie)).answer;
  const check = async (as = cookie) => {
    const { status, body } = await app.call(checkDownload, { id }, as);
    return [status, status === 204 ? '' : JSON.parse(body).Code];
  };
  assert.deepEqual(await check(), [503, 'list.backups.notReady']);
  await makeWaitingBackups(app);
  assert.deepEqual(await check(), [204, '']);
  assert.deepEqual(await check(await signIn(app, stranger)), [404, 'list.backups.gone']);
  const answers = await Promise.all([download(app, id, cookie), download(app, id, cookie)]);
  assert.deepEqual(
    answers.map(({ statusCode }) => statusCode),
    [200, 200],
  );
  app.clock.advance({ hours: 24 });
  assert.deepEqual(await check(await signIn(app, employee)), [404, 'list.backups.gone']);
});

test('an archive that was altered or cut is refused', async () => {
  await using app = await testApp();
  const { company, employee } = await buildBusiness(app, { actions: ['admin'] });
  const bytes = randomBytes(5_000);
  await buildFile(app, company, { bytes, mimeType: 'image/png', name: 'a.png' });
  const cookie = await signIn(app, employee);
  const { id } = (await app.call(make, {}, cookie)).answer;
  await makeWaitingBackups(app);
  const whole = (await download(app, id, cookie)).rawPayload;
  const path = join(app.config.dataDir, 'altered.zip');
  await writeFile(path, whole);
  await verifyArchive(path);
  // The bytes of a picture are stored as they are; records are compressed.
  for (const at of [whole.indexOf(bytes) + 2_000, 200]) {
    const altered = Buffer.from(whole);
    altered[at] = (altered[at] ?? 0) ^ 0xff;
    await writeFile(path, altered);
    await assert.rejects(verifyArchive(path), BrokenArchive, `byte ${at}`);
  }
  for (const share of [0, 0.1, 0.5, 0.99]) {
    await writeFile(path, whole.subarray(0, Math.floor(whole.length * share)));
    await assert.rejects(verifyArchive(path), BrokenArchive, `cut at ${share}`);
  }
});
