// Tests of the operator's restore: it brings back what the archive has, refuses what no backup has, and leaves no half company.
import assert from 'node:assert/strict';
import { createHash, randomBytes, randomUUIDv7 } from 'node:crypto';
import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { sql } from 'kysely';
import sharp from 'sharp';
import { user } from '#contract/identity/sign-in.ts';
import { pieceBytes, systemRestores } from '#contract/operations/restores.ts';
import { searches } from '#contract/site/search.ts';
import { manifestName, openArchive } from '#server/lib/files/archive.ts';
import { companyTables } from '#server/operations/backups/company-tables.ts';
import { companyLimits } from '#server/operations/backups/write-company-archive.ts';
import { openBucket } from '#server/testing/bucket.ts';
import {
  buildBusiness,
  buildContact,
  buildEmployee,
  buildEvent,
  buildFile,
  buildInvoice,
  buildPayment,
  buildService,
  signIn,
} from '#server/testing/build.ts';
import { buildMail } from '#server/testing/build-mail.ts';
import { lastMailTo } from '#server/testing/captcha.ts';
import { statementsOf, withFault } from '#server/testing/faults.ts';
import { archiveOf, operatorOf, sendPiece, uploadArchive } from '#server/testing/restores.ts';
import { type TestApp, testApp } from '#server/testing/test-app.ts';
import { zip } from '#server/testing/zip.ts';
import { restoredId } from './map-ids-in-json.ts';
import { readCompanyArchive } from './read-company-archive.ts';
import { removeOldRestores } from './remove-old-restores.ts';
import { workOnRestores } from './work-on-restores.ts';

const { begin, start, getDryRun, getById, delete: remove } = systemRestores.operations;

/** Of a file that had others when it was stored. */
const damagedBytes = Buffer.from('cut');

/** A company with something in most of its tables. */
async function richCompany(app: TestApp) {
  const business = await buildBusiness(app, {
    actions: ['user', 'admin'],
    logIn: 'rosa@salon.example',
    language: 'lv',
  });
  const { company, location, employee } = business;
  const { companyId } = employee;
  const { write } = app.database;
  const colleague = await buildEmployee(app, location, { logIn: 'ilze@salon.example', profession: 'Colourist' });
  const bytes = await sharp({ create: { width: 64, height: 64, channels: 3, background: 'red' } })
    .webp()
    .toBuffer();
  const picture = await buildFile(app, company, {
    bytes,
    mimeType: 'image/webp',
    name: 'portrait.webp',
    isPublic: true,
  });
  const [lost, damaged] = [
    await buildFile(app, company, { name: 'lost.txt' }),
    await buildFile(app, company, { name: 'lost.txt' }),
  ];
  await app.files.remove(lost.id);
  await app.files.put(damaged.id, damagedBytes);
  await sql`update employees set picture_id = ${picture.id} where user_id = ${colleague.userId}`.execute(write);
  await sql`update companies set logo_id = ${picture.id}, sms_per_day = 9999, reminder_leads = '{48}' where id = ${companyId}`.execute(
    write,
  );
  await sql`insert into profile_pictures values (${companyId}, ${colleague.userId}, ${picture.id}, 1)`.execute(write);
  await sql`insert into estimates (company_id, id, day, location_id, user_id, amount, updated_at) values
    (${companyId}, ${randomUUIDv7()}, '2026-03-01', ${location.id}, ${colleague.userId}, 80, now()),
    (${companyId}, ${randomUUIDv7()}, '2026-03-01', ${location.id}, null, 300.5, now())`.execute(write);
  await sql`insert into backup_schedules values (${companyId}, 'weekly', 3, now())`.execute(write);
  const service = await buildService(app, employee, { name: 'Haircut', price: 25 });
  const customer = await buildContact(app, employee, { name: 'Māra "O\\zola"\n', eMail: 'mara@customer.example' });
  const merged = await buildContact(app, employee, { name: 'Mara' });
  await sql`update contacts set merged_into = ${customer.id} where id = ${merged.id}`.execute(write);
  for (const tag of ['regular', 'dog']) {
    await sql`insert into contact_tags values (${companyId}, ${customer.id}, ${tag})`.execute(write);
  }
  await sql`insert into consents (company_id, id, contact_id, channel, is_given, source, user_id, created_at, proved_at)
    values (${companyId}, ${randomUUIDv7()}, ${customer.id}, 'email', true, 'staff', ${employee.userId}, now(), now())`.execute(
    write,
  );
  await sql`insert into suppressions (address, evidence, reason, company_id, medium)
    values ('gone@customer.example', '550', 'bounce', ${companyId}, 'mail')`.execute(write);
  for (const [index, who] of [employee, colleague].entries()) {
    const start = app.clock.now().subtract({ hours: 24 * (3 + index) });
    await buildEvent(app, who, { start, name: 'Māra', contactId: customer.id, serviceId: service.id });
    await buildEvent(app, who, {
      start: app.clock.now().add({ hours: 30 + index }),
      name: 'Māra',
      contactId: customer.id,
    });
  }
  const visit = await write.selectFrom('visits').select(['id', 'day']).orderBy('day').executeTakeFirstOrThrow();
  const [paid, back] = [randomUUIDv7(), randomUUIDv7()];
  // The refund has the smaller id, so it comes first.
  await sql`insert into receipts (company_id, id, visit_id, location_id, day, method, amount, refunds_id, user_id, created_at)
    values (${companyId}, ${paid}, ${visit.id}, ${location.id}, ${visit.day}, 'cash', 25, null, ${employee.userId}, now()),
      (${companyId}, ${back}, ${visit.id}, ${location.id}, ${visit.day}, 'cash', -25, ${paid}, ${employee.userId}, now())`.execute(
    write,
  );
  const mail = await buildMail(app, { companyId, subject: 'Confirmed', state: 'sent' });
  await sql`update deliveries set settled_at = created_at`.execute(write);
  await buildMail(app, { companyId, subject: 'Waits', state: 'queued' });
  const problem = { companyId, state: 'failed', reason: 'bounced', settledAt: app.clock.now() };
  const [settled, open] = [await buildMail(app, problem), await buildMail(app, problem)];
  await sql`update deliveries set given_up_at = case id when ${settled} then now() end, told_at = now()
    where id = any(${[settled, open]}::uuid[])`.execute(write);
  const campaign = randomUUIDv7();
  await sql`insert into campaigns (company_id, id, medium, name, period_start, period_end, started, user_id, created_at)
    values (${companyId}, ${campaign}, 'mail', 'Spring', now(), now() + interval '1 day', true, ${employee.userId}, now())`.execute(
    write,
  );
  await sql`insert into campaign_links values (${companyId}, ${campaign}, 1, 'https://salon.example')`.execute(write);
  await sql`insert into email_templates (id, company_id, key, language, subject, body, changed_at)
    values (${randomUUIDv7()}, ${companyId}, 'confirmed', 'en', 'Hello', 'Come', now())`.execute(write);
  const ids = { customer: customer.id, merged: merged.id, visit: visit.id };
  await insertTheRest(app, { companyId, campaign, paid, mail, ...ids });
  await buildPayment(app, company);
  await buildInvoice(app, company);
  return { ...business, colleague, picture };
}

/** A row in each table that the builders leave empty. */
async function insertTheRest(
  { database: { write } }: TestApp,
  { companyId, ...of }: Record<'companyId' | 'campaign' | 'customer' | 'merged' | 'visit' | 'paid' | 'mail', string>,
): Promise<void> {
  const [content, recipient, sms, place] = Array.from({ length: 4 }, () => randomUUIDv7());
  const moved = {
    visits: [of.visit],
    consents: [],
    tags: ['dog'],
    before: { birthday: null },
    after: { birthday: '1990-02-03' },
  };
  const audience = { tags: ['dog'], awayDays: 90 };
  const blocks = [{ kind: 'text', text: '<p>Come</p>' }];
  const told = {
    status: 'confirmed',
    start: '2026-03-02T09:00:00.000Z',
    end: '2026-03-02T10:00:00.000Z',
    calendars: null,
  };
  const statements = [
    sql`insert into geolocations (company_id, id, name, line_address, latitude, longitude)
      values (${companyId}, ${place}, 'Riga', 'Brīvības iela 1', 56.95, 24.1)`,
    sql`update companies set geolocation_id = ${place} where id = ${companyId}`,
    sql`insert into breaks select ${companyId}, ${randomUUIDv7()}, k.id, l.id, 3, '12:00', '13:00'
      from calendars k, locations l where k.company_id = ${companyId} and l.company_id = ${companyId} limit 1`,
    sql`insert into service_categories values (${companyId}, ${randomUUIDv7()}, 'Hair', 1)`,
    sql`insert into date_overrides select ${companyId}, ${randomUUIDv7()}, k.id, l.id, '2026-03-08', '10:00', '12:00'
      from calendars k, locations l where k.company_id = ${companyId} and l.company_id = ${companyId} limit 1`,
    sql`insert into contact_merges (company_id, id, contact_id, merged_id, created_at, moved)
      values (${companyId}, ${randomUUIDv7()}, ${of.customer}, ${of.merged}, now(), ${JSON.stringify(moved)}::jsonb)`,
    sql`update visits set told = ${JSON.stringify(told)}::jsonb where id = ${of.visit}`,
    sql`insert into receipt_lines (company_id, receipt_id, position, visit_id, event_id, name, day, amount, is_refund)
      select ${companyId}, ${of.paid}, 1, visit_id, event_id, 'Haircut', '2026-03-02', 25, false from visit_parts
      where company_id = ${companyId} and visit_id = ${of.visit}`,
    sql`insert into message_contents (company_id, id, cause_key, html, created_at)
      values (${companyId}, ${content}, 'campaign', '<p>Hello</p>', now())`,
    sql`update email_messages set content_id = ${content}, fields = '{"name":"Mara"}', headers = '{"Precedence":"bulk"}'
      where id = ${of.mail}`,
    sql`insert into delivery_attempts (id, delivery_id, company_id, answer, created_at, outcome)
      values (${randomUUIDv7()}, ${of.mail}, ${companyId}, '250 taken', now(), 'sent')`,
    sql`insert into deliveries (id, company_id, medium, queue, address, state, due_at, cause_kind, cause_key, settled_at, created_at)
      values (${sms}, ${companyId}, 'sms', 'sms:visit', '+37120000001', 'delivered', now(), 'test', 'reminder', now(), now())`,
    sql`insert into sms_messages (id, company_id, to_sms, subject, message, created_at)
      values (${sms}, ${companyId}, '+37120000001', 'Reminder', 'See you', now())`,
    sql`insert into inbound_messages (id, company_id, from_sms, message, meaning, created_at)
      values (${randomUUIDv7()}, ${companyId}, '+37120000001', 'STOP', 'stop', now())`,
    sql`insert into marketing_settings (company_id, customers_by_mail, declared_at) values (${companyId}, true, now())`,
    sql`update campaigns set audience = ${JSON.stringify(audience)}::jsonb, blocks = ${JSON.stringify(blocks)}::jsonb
      where id = ${of.campaign}`,
    sql`insert into campaign_recipients (company_id, id, campaign_id, contact_id, address, basis, delivery_id, sent_at, day, created_at)
      values (${companyId}, ${recipient}, ${of.campaign}, ${of.customer}, 'mara@customer.example', 'consent', ${of.mail}, now(),
        '2026-03-02', now())`,
    sql`insert into campaign_visits (company_id, id, campaign_id, recipient_id, link, is_person, day, created_at)
      values (${companyId}, ${randomUUIDv7()}, ${of.campaign}, ${recipient}, 1, true, '2026-03-02', now())`,
    sql`insert into sms_templates (id, company_id, key, language, message, changed_at)
      values (${randomUUIDv7()}, ${companyId}, 'reminder', 'en', 'See you', now())`,
    sql`insert into restored_people (company_id, id, log_in, first_name, language, belongings)
      values (${companyId}, ${randomUUIDv7()}, 'anna@salon.example', 'Anna', 'de',
        '{"employees":[{"profession":"Barber","reminder_leads":[24],"reminder_channels":["mail"]}]}')`,
  ];
  for (const statement of statements) await statement.execute(write);
}

interface Read {
  manifest: Record<string, unknown>;
  contents: Map<string, Buffer>;
}

/** The manifest of an archive, and the bytes of each entry. */
async function read(app: TestApp, archive: Buffer): Promise<Read> {
  const path = join(app.config.dataDir, 'read.zip');
  await writeFile(path, archive);
  const { manifest, read: open, close } = await openArchive(path);
  const contents = new Map<string, Buffer>();
  for (const { name } of manifest.entries) contents.set(name, await buffer(await open(name)));
  close();
  return { manifest, contents };
}

/** A hash of the kept columns of every table in an archive. */
function hashesOf({ contents }: Read): Record<string, string> {
  return Object.fromEntries(
    Object.entries(companyTables).flatMap(([table, { kept }]) => {
      if (!kept) return [];
      const rows = linesOf(contents, table).map((line) => kept.split(' ').map((column) => line[column]));
      // A lost file is left out.
      const lines = rows.map((row) => JSON.stringify(row)).filter((line) => !line.includes('"lost.txt"'));
      return [[`${table} ${lines.length}`, createHash('sha256').update(lines.sort().join('\n')).digest('hex')]];
    }),
  );
}

const filesOf = ({ contents }: Read): Buffer[] =>
  [...contents].filter(([name]) => name.startsWith('files/')).map(([, bytes]) => bytes);

const linesOf = (contents: Map<string, Buffer>, table: string): Record<string, unknown>[] =>
  String(contents.get(`tables/${table}.jsonl`) ?? '')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));

const companies = async (app: TestApp) =>
  (await app.database.write.selectFrom('companies').select('id').execute()).length;
const keys = async (app: TestApp) => {
  const all: string[] = [];
  for await (const key of app.files.keys()) all.push(key);
  return all.toSorted();
};

test('a restored company equals the original once its people have accepted, without rights and money', async () => {
  await using source = await testApp();
  const { company } = await richCompany(source);
  // Of several statements, and merged into a contact that comes later.
  await sql`insert into contacts (company_id, id, name, created_at, merged_into)
    select ${company.id}, md5('contact ' || n)::uuid, 'Contact ' || n, now(),
      case when n % 10 > 0 then md5('contact ' || n + 1)::uuid end from generate_series(1, 230) n`.execute(
    source.database.write,
  );
  const archive = await archiveOf(source, company.id);
  await using app = await testApp();
  const { as, employee: operator } = await operatorOf(app);

  const checked = await uploadArchive(app, archive, as);
  assert.deepEqual([checked.state, checked.problem, checked.companyName], ['checked', null, company.name]);
  const before = await companies(app);
  const report = (await app.call(getDryRun, { id: checked.id }, as)).answer ?? assert.fail('no report');
  const table = (name: string) => report.tables.find((one) => one.name === name);
  assert.deepEqual(table('visits'), { name: 'visits', rows: 4, restored: 4 });
  assert.deepEqual(table('files'), { name: 'files', rows: 3, restored: 1 });
  assert.deepEqual(table('employees'), { name: 'employees', rows: 2, restored: 2 });
  assert.equal(table('payments')?.restored, 0);
  assert.deepEqual(
    report.leftOut.map(({ reason }) => reason),
    ['oldFiles', 'people', 'rights', 'money', 'audits', 'authors', 'plan'],
  );
  assert.deepEqual(report.people.map(({ eMail }) => eMail).sort(), [
    'anna@salon.example',
    'ilze@salon.example',
    'rosa@salon.example',
  ]);
  assert.equal(before, 1, 'a dry run makes nothing');

  assert.equal(
    (await app.call(start, { id: checked.id, administrator: 'rosa@salon.example' }, as)).answer.state,
    'ordered',
  );
  assert.equal((await app.call(start, { id: checked.id, administrator: 'x@y.example' }, as)).status, 409);
  await workOnRestores(app);
  const done = (await app.call(getById, { id: checked.id }, as)).answer;
  assert.deepEqual([done.state, done.progress], ['done', 100]);
  const companyId = done.restoredTo ?? assert.fail('no company');
  const count = async (query: ReturnType<typeof sql>) => (await query.execute(app.database.write)).rows.length;
  // Nothing leaves but the invitation of the administrator; no person has rights yet.
  const queued = await app.database.write
    .selectFrom('deliveries')
    .select('address')
    .where('state', '=', 'queued')
    .execute();
  assert.deepEqual(queued, [{ address: 'rosa@salon.example' }]);
  assert.equal(await count(sql`select from user_actions where company_id = ${companyId}`), 0);
  assert.equal(await count(sql`select from campaigns where started or sending`), 0);
  assert.equal(
    await count(sql`select from data_audits where company_id = ${companyId} and table_name = 'services'`),
    0,
  );
  assert.equal(await count(sql`select from payments union all select from invoices`), 0);
  assert.equal(
    await count(sql`select from companies where id = ${companyId} and sms_per_day = 500 and reminder_leads = '{48}'`),
    1,
  );
  assert.equal(await count(sql`select from contacts where mail_consent = 'given'`), 1);
  const wrong = sql`select from contacts where visited_ids is distinct from few_ids(ids_of_visits(company_id, id))`;
  assert.equal(await count(wrong), 0);
  assert.ok((await count(sql`select from contacts where cardinality(visited_ids) > 1`)) > 0);
  const told = await app.database.write.selectFrom('reminders').select(['userId', 'link']).execute();
  assert.deepEqual(told, [{ userId: operator.userId, link: '/app/system/restore' }]);

  const token = (await lastMailTo(app, 'rosa@salon.example'))?.token ?? '';
  const accept = (id: string) =>
    app.call(user.acceptInvitation, { id, firstName: 'Rosa', password: 'a drawer of scissors' });
  assert.equal((await accept(token)).status, 204);
  const rosa = await app.database.write
    .selectFrom('users')
    .select('id')
    .where('logIn', '=', 'rosa@salon.example')
    .executeTakeFirstOrThrow();
  const rights = await sql<{ name: string }>`select a.name from user_actions u join actions a on a.id = u.action_id
    where u.user_id = ${rosa.id} order by 1`.execute(app.database.write);
  assert.deepEqual(
    rights.rows.map(({ name }) => name),
    ['admin', 'user'],
  );
  // The administrator mails the invitation of the colleague, which waited unsent.
  const { rows: places } = await sql<{ companyId: string; locationId: string }>`
    select company_id, location_id from employee_locations where user_id = ${rosa.id}`.execute(app.database.write);
  const session = await signIn(app, {
    ...operator,
    userId: rosa.id,
    companyId,
    locationId: places[0]?.locationId ?? '',
  });
  const { companyInvitations } = await import('#contract/identity/invitations.ts');
  const invitations = (await app.call(companyInvitations.operations.getAll, {}, session)).answer;
  assert.deepEqual(invitations.map(({ eMail }) => eMail).sort(), ['anna@salon.example', 'ilze@salon.example']);
  const waiting = invitations.find(({ eMail }) => eMail === 'ilze@salon.example');
  assert.deepEqual([waiting?.eMail, waiting?.state, waiting?.locations.length], ['ilze@salon.example', 'unsent', 1]);
  await app.call(companyInvitations.operations.sendAgain, { id: waiting?.id ?? '' }, session);
  assert.equal((await accept((await lastMailTo(app, 'ilze@salon.example'))?.token ?? '')).status, 204);

  // The search finds the appointments, by title and by customer.
  const found = (await app.call(searches.getPaginated, { search: 'mara', kind: 'event' }, session)).answer;
  assert.equal(found.totalRows, 4);
  const wordsIn = async (services: TestApp, id: string) =>
    (await services.database.write.selectFrom('events').select('words').where('companyId', '=', id).execute())
      .map(({ words }) => words)
      .sort();
  assert.deepEqual(await wordsIn(app, companyId), await wordsIn(source, company.id));

  // Attempts are found by the words of their messages, problems that were settled stay so, and no one hears of them again.
  const attemptsOf = async (services: TestApp, id: string) =>
    (
      await sql`select words from delivery_attempts where company_id = ${id} order by 1`.execute(
        services.database.write,
      )
    ).rows;
  const attempts = await attemptsOf(app, companyId);
  assert.deepEqual(attempts, await attemptsOf(source, company.id));
  assert.match(JSON.stringify(attempts), /confirmed/);
  const problems = await sql<object>`
    select count(*)::int as all, count(given_up_at)::int as settled, count(told_at)::int as told
    from deliveries where company_id = ${companyId} and reason = 'bounced'`.execute(app.database.write);
  assert.deepEqual(problems.rows, [{ all: 2, settled: 1, told: 2 }]);

  const original = await read(app, archive);
  const withoutRows = Object.entries(companyTables)
    .filter(([name, { kept }]) => kept && linesOf(original.contents, name).length === 0)
    .map(([name]) => name);
  assert.deepEqual(withoutRows, [], 'the archive has rows of every table that is restored');
  const again = await read(app, await archiveOf(app, companyId));
  assert.deepEqual(hashesOf(again), hashesOf(original));
  // A file that is not what was stored is in the archive and is left out of the restore.
  const whole = filesOf(original).filter((bytes) => !bytes.equals(damagedBytes));
  assert.equal(whole.length, filesOf(original).length - 1);
  assert.deepEqual(filesOf(again), whole);
  const [pictured] = linesOf(again.contents, 'employees').filter(({ picture_id: id }) => id !== null);
  assert.equal(pictured?.profession, 'Colourist');
  await removeOldRestores(app);
  assert.ok(!(await keys(app)).some((key) => key.includes('-restore-')), 'the archive is gone');

  // Beside the first, its addresses are taken; deleting the row of a restore leaves its company.
  const twin = await uploadArchive(app, archive, as);
  const renamed = (await app.call(getDryRun, { id: twin.id }, as)).answer?.leftOut.find(
    ({ reason }) => reason === 'renamed',
  );
  assert.match(renamed?.about[0] ?? '', /^location-\d+ → location-\d+-2$/);
  await app.call(start, { id: twin.id, administrator: 'new@salon.example' }, as);
  await workOnRestores(app);
  assert.equal((await app.call(getById, { id: twin.id }, as)).answer.state, 'done');
  assert.equal((await app.call(remove, { id: twin.id }, as)).status, 204);
  assert.equal(await companies(app), 3);
});

/** The problem, what it is about, and the archive. */
type Hostile = [string, string | RegExp, Buffer];
type Change = (contents: Map<string, Buffer>, manifest: Record<string, unknown>) => void;

/** The archive with changes and a manifest that agrees with them. */
function changed(
  original: Read,
  change: Change,
  entries: { name: string; content: string; claims?: number }[] = [],
): Buffer {
  const contents = new Map(original.contents);
  const manifest = structuredClone(original.manifest);
  change(contents, manifest);
  const all: ((typeof entries)[number] | { name: string; content: Buffer; claims?: undefined })[] = [
    ...[...contents].map(([name, content]) => ({ name, content })),
    ...entries,
  ];
  manifest.entries = all.map(({ name, content, claims }) => ({
    name,
    size: claims ?? Buffer.byteLength(content),
    sha256: createHash('sha256').update(content).digest('hex'),
  }));
  return zip([...all, { name: manifestName, content: JSON.stringify(manifest) }]);
}

/** Changes each line of a table. */
const rowsOf =
  (table: string, change: (row: Record<string, unknown>) => object): Change =>
  (contents) => {
    const lines = linesOf(contents, table).map((row) => `${JSON.stringify({ ...row, ...change(row) })}\n`);
    contents.set(`tables/${table}.jsonl`, Buffer.from(lines.join('')));
  };

test('archives that were altered, are too new, or claim what no backup has are refused with words', async () => {
  await using app = await testApp();
  const { as } = await operatorOf(app);
  const { company, picture } = await richCompany(app);
  const archive = await archiveOf(app, company.id);
  const original = await read(app, archive);
  const none: Change = () => {};
  const altered = Buffer.from(archive);
  altered[300] = (altered[300] ?? 0) ^ 0xff;
  // The database reads the damage before the end of the entry, where its checksum is.
  const damaged = [...original.contents].map(([name, content]) => ({
    name,
    content: name === 'tables/services.jsonl' ? String(content).replace(/"minutes":\d/, '"minutes":x') : content,
  }));
  const entries = [...original.contents].map(([name, content]) => ({ name, content }));
  const manifest = { name: manifestName, content: JSON.stringify(original.manifest), stored: true };
  const otherManifest = zip([...entries, manifest]);
  otherManifest.write('9', otherManifest.indexOf('0001-foundations.sql'));
  const hostile: Hostile[] = [
    ['broken', 'tables/services.jsonl', zip([...damaged, manifest])],
    ['broken', '', otherManifest],
    ['broken', /^tables/, altered],
    ['broken', '', archive.subarray(0, archive.length - 400)],
    ['broken', '', randomBytes(5000)],
    [
      'notOurs',
      'daybook-installation',
      changed(original, (_contents, manifest) => Object.assign(manifest, { format: 'daybook-installation' })),
    ],
    [
      'tooNew',
      '9999-later.sql',
      changed(original, (_contents, manifest) => (manifest.migrations as string[]).push('9999-later.sql')),
    ],
    ['tooNew', /^daybook /, changed(original, (_contents, manifest) => Object.assign(manifest, { version: 99 }))],
    ['outside', '../../etc/passwd', changed(original, none, [{ name: '../../etc/passwd', content: 'x' }])],
    ['entry', 'readme.txt', changed(original, none, [{ name: 'readme.txt', content: 'x' }])],
    ['entry', /^files/, changed(original, none, [{ name: `files/${randomUUIDv7()}`, content: 'x' }])],
    ['table', 'tables/users.jsonl', changed(original, none, [{ name: 'tables/users.jsonl', content: '{}\n' }])],
    [
      'tooLarge',
      'tables/people.jsonl',
      changed(original, (contents) => contents.set('tables/people.jsonl', Buffer.alloc(30 * 2 ** 20, ' '))),
    ],
    // A line that would not fit into memory.
    [
      'tooLarge',
      'services',
      changed(
        original,
        rowsOf('services', () => ({
          description: randomBytes(13 * 2 ** 20).toString('hex') + randomBytes(5 * 2 ** 20).toString('hex'),
        })),
      ),
    ],
    // It unpacks to more than it says.
    [
      'broken',
      /^tables/,
      changed(original, (contents) => contents.delete('tables/people.jsonl'), [
        { name: 'tables/people.jsonl', content: '{}\n'.repeat(9000), claims: 5 },
      ]),
    ],
    [
      'foreign',
      'services',
      changed(
        original,
        rowsOf('services', () => ({ company_id: randomUUIDv7() })),
      ),
    ],
    [
      'foreign',
      'companies',
      changed(
        original,
        rowsOf('companies', () => ({ id: randomUUIDv7() })),
      ),
    ],
    [
      'column',
      'companies.deposit',
      changed(
        original,
        rowsOf('companies', () => ({ deposit: 1000 })),
      ),
    ],
    [
      'column',
      'visits.hold_token_hash',
      changed(
        original,
        rowsOf('visits', () => ({ hold_token_hash: 'x' })),
      ),
    ],
    [
      'unsettled',
      'deliveries',
      changed(
        original,
        rowsOf('deliveries', () => ({ state: 'queued' })),
      ),
    ],
    [
      'values',
      'visits',
      changed(
        original,
        rowsOf('visits', () => ({ time_zone: 'Mars/Olympus' })),
      ),
    ],
    [
      'values',
      'visits',
      changed(
        original,
        rowsOf('visits', () => ({ created_at: 'infinity' })),
      ),
    ],
    [
      'values',
      'services',
      changed(
        original,
        rowsOf('services', () => ({ price: 'NaN' })),
      ),
    ],
    [
      'values',
      'services',
      changed(
        original,
        rowsOf('services', () => ({ minutes: 'many' })),
      ),
    ],
    [
      'values',
      /^visit_parts/,
      changed(
        original,
        rowsOf('visit_parts', () => ({ event_id: randomUUIDv7() })),
      ),
    ],
    [
      'values',
      'people',
      changed(
        original,
        rowsOf('people', () => ({ log_in: 'a\nb@c' })),
      ),
    ],
    [
      'fileType',
      'portrait.webp',
      changed(
        original,
        rowsOf('files', ({ mime_type: type }) => (type === 'image/webp' ? { mime_type: 'text/html' } : {})),
      ),
    ],
    [
      'fileType',
      'portrait.webp',
      changed(original, (contents) => contents.set(`files/${picture.id}`, Buffer.from('<svg/>'))),
    ],
    ...['application/pdf', 'application/zip', 'text/csv'].map(
      (type): Hostile => [
        'fileType',
        'portrait.webp',
        changed(
          original,
          rowsOf('files', ({ mime_type: is }) => (is === 'image/webp' ? { mime_type: type } : {})),
        ),
      ],
    ),
  ];
  const before = [await companies(app), await keys(app)];
  for (const [problem, about, bytes] of hostile) {
    const row = await uploadArchive(app, bytes, as);
    assert.deepEqual([row.state, row.problem], ['refused', problem], `${problem} ${about}`);
    assert.match(
      row.problemAbout,
      typeof about === 'string' ? new RegExp(`^${about.replace(/[.*]/g, '\\$&')}`) : about,
    );
    assert.equal((await app.call(start, { id: row.id, administrator: 'x@y.example' }, as)).status, 409);
  }
  await removeOldRestores(app);
  assert.deepEqual([await companies(app), await keys(app)], before);

  const path = join(app.config.dataDir, 'whole.zip');
  await writeFile(path, archive);
  const beyond = [
    { maxBytes: 1_000 },
    { limits: { ...companyLimits, entries: 3 } },
    { limits: { ...companyLimits, tables: { ratio: 1, bytes: 1_000 } } },
  ];
  for (const limits of beyond) await assert.rejects(readCompanyArchive(path, limits), { problem: 'tooLarge' });

  // Rights, money and limits are not read; an older archive lacks columns and tables.
  const older = changed(original, (contents, manifest) => {
    rowsOf('companies', () => ({ sms_per_day: 1e9, verified_e_mail: 'x@y.example', plan_number: 3 }))(
      contents,
      manifest,
    );
    rowsOf('services', () => ({ cancel_hours: undefined }))(contents, manifest);
    for (const table of ['estimates', 'email_templates']) contents.delete(`tables/${table}.jsonl`);
    manifest.migrations = (manifest.migrations as string[]).slice(0, 30);
  });
  const row = await uploadArchive(app, older, as);
  assert.deepEqual([row.state, row.problem], ['checked', null]);

  // Uploads that are not allowed, or that do not fit.
  const { employee } = await buildBusiness(app, { actions: ['user', 'admin'] });
  const admin = await signIn(app, employee);
  assert.equal((await app.call(begin, { fileName: 'a.zip', size: 5 }, admin)).status, 403);
  assert.equal((await app.call(start, { id: row.id, administrator: 'x@y.example' }, admin)).status, 403);
  assert.equal((await app.call(getDryRun, { id: row.id }, admin)).status, 403);
  const large = await app.call(begin, { fileName: 'a.zip', size: 5 * 2 ** 30 }, as);
  assert.deepEqual(large.complaints, [{ Key: 'Size', Message: 'The archive may have at most 4096 MB.' }]);
  const { id } = (await app.call(begin, { fileName: 'a.zip', size: pieceBytes + 5 }, as)).answer;
  assert.equal((await sendPiece(app, id, 1, Buffer.alloc(5), as)).status, 409);
  assert.equal((await sendPiece(app, id, 0, Buffer.alloc(5), as)).status, 417);
  assert.equal((await sendPiece(app, id, 0, Buffer.alloc(5), admin)).status, 403);
});

test('values outside the contract are refused, those of people who have not accepted yet as well', async () => {
  await using app = await testApp();
  const { as } = await operatorOf(app);
  const { company } = await richCompany(app);
  const original = await read(app, await archiveOf(app, company.id));
  const wrong: [table: string, values: object, column?: string][] = [
    // One that no interval can hold would stop the reminders of all companies.
    ['companies', { reminder_leads: [2147483647] }],
    ['companies', { reminder_leads: [2, 3, 4, 5] }],
    ['services', { reminder_leads: [null] }],
    // They wait for their people, and are checked all the same.
    ['employees', { reminder_leads: [1] }],
    ['employees', { reminder_channels: ['fax'] }],
    ['employees', { profession: 'x'.repeat(20_001) }],
    ['services', { horizon_days: 2147483647 }],
    ['contacts', { notes: randomBytes(1_000_001).toString('hex') }],
    ['campaigns', { blocks: [{ kind: 'script' }] }, '.blocks'],
    ['campaigns', { audience: { awayDays: 1e9 } }, '.audience'],
    ['visits', { told: { status: 'confirmed', start: 'soon' } }, '.told'],
    ['email_messages', { headers: { To: ['all'] } }, '.headers'],
    ['contact_merges', { moved: { visits: 'all' } }, '.moved'],
  ];
  for (const [table, values, column = ''] of wrong) {
    const row = await uploadArchive(
      app,
      changed(
        original,
        rowsOf(table, () => values),
      ),
      as,
    );
    assert.deepEqual([row.state, row.problem], ['refused', 'values'], JSON.stringify([table, values]).slice(0, 100));
    // The database names its constraint.
    assert.equal(row.problemAbout.replace(/ \(.*/, ''), `${table}${column}`);
  }
});

test('a restore that breaks off at any statement leaves the whole company or none, and no file', async () => {
  await using app = await testApp();
  const { as } = await operatorOf(app);
  const { company, picture } = await richCompany(app);
  const archive = await archiveOf(app, company.id);
  const undisturbed = await uploadArchive(app, archive, as);
  await app.call(start, { id: undisturbed.id, administrator: 'rosa@salon.example' }, as);
  /** Renews the lease every two seconds. */
  const uncounted = /^\s*update restores set progress = \$1, lease_until/;
  const statements = await statementsOf(app, () => workOnRestores(app));
  const { length } = statements.filter((text) => !uncounted.test(text));
  const row = await uploadArchive(app, archive, as);
  const before = [await companies(app), await keys(app)];
  const filesOfOthers = async () =>
    (await sql`select from files where company_id <> ${company.id}`.execute(app.database.write)).rows.length;
  const filesBefore = await filesOfOthers();
  const stateOf = async () => (await app.call(getById, { id: row.id }, as)).answer.state;
  await app.call(start, { id: row.id, administrator: 'rosa@salon.example' }, as);
  const { write } = app.database;
  // A failure of its last attempt is not followed by another.
  const order = () => sql`update restores set state = 'ordered', attempts = 2 where id = ${row.id}`.execute(write);
  let at = 4;
  let faults = 0;
  for (;;) {
    await order();
    const fault = { at, when: at % 2 ? ('before' as const) : ('after' as const), uncounted };
    const broken = await withFault(app, fault, () => workOnRestores(app).catch(() => {}));
    // The pool notices the broken connection.
    await setImmediate();
    if (broken === undefined || (await stateOf()) === 'done') break;
    faults++;
    assert.equal(await companies(app), before[0], `${at} ${broken}`);
    if ((await stateOf()) === 'failed') assert.deepEqual(await keys(app), before[1], `${at} ${broken}`);
    // Its lease has ended.
    app.clock.advance({ seconds: 61 });
    // The last statements decide.
    at += at > length - 12 ? 3 : Math.ceil(length / 9);
  }
  assert.equal(await stateOf(), 'done');
  assert.ok(faults >= 9, `${faults} faults in ${length} statements`);
  assert.equal(await companies(app), (before[0] as number) + 1);
  const left = (await keys(app)).length - (before[1] as string[]).length;
  assert.equal(left, (await filesOfOthers()) - filesBefore, 'every file has its row');

  // A process was killed after it had stored a file; the next one removes it.
  const killed = await uploadArchive(app, archive, as);
  await app.call(start, { id: killed.id, administrator: 'rosa@salon.example' }, as);
  const orphan = restoredId(`${killed.id} 1`, picture.id);
  await app.files.put(orphan, Buffer.from('half'));
  const leaseUntil = app.clock.now().subtract({ seconds: 1 });
  await write
    .updateTable('restores')
    .set({ state: 'restoring', attempts: 1, leaseUntil })
    .where('id', '=', killed.id)
    .execute();
  await workOnRestores(app);
  assert.equal((await app.call(getById, { id: killed.id }, as)).answer.state, 'done');
  assert.ok(!(await keys(app)).includes(orphan));

  // Deleted while it waits, it is not made.
  const deleted = await uploadArchive(app, archive, as);
  await app.call(start, { id: deleted.id, administrator: 'rosa@salon.example' }, as);
  assert.equal((await app.call(remove, { id: deleted.id }, as)).status, 204);
  const present = await companies(app);
  await workOnRestores(app);
  assert.equal(await companies(app), present);
  assert.ok(!(await keys(app)).some((key) => key.startsWith(deleted.id)));
});

test('people who had not accepted come back from the backup of a restored company, with their pictures', async () => {
  await using app = await testApp();
  const { as } = await operatorOf(app);
  const { company } = await richCompany(app);
  const restore = async (companyId: string) => {
    const { id } = await uploadArchive(app, await archiveOf(app, companyId), as);
    await app.call(start, { id, administrator: 'rosa@salon.example' }, as);
    await workOnRestores(app);
    const { state, restoredTo } = (await app.call(getById, { id }, as)).answer;
    assert.equal(state, 'done');
    return restoredTo ?? assert.fail('no company');
  };
  const peopleOf = async (companyId: string) =>
    (
      await sql<object>`
        select p.log_in, count(distinct k.id)::int as calendars, count(distinct f.id)::int as portraits,
          count(distinct g.file_id)::int as pictures, count(distinct i.id)::int as invitations, count(distinct l.location_id)::int as places
        from restored_people p
        left join calendars k on k.company_id = p.company_id and k.id = p.calendar_id
        left join files f on f.company_id = p.company_id and f.id::text = p.belongings #>> '{employees,0,picture_id}'
        left join lateral (select g.id as file_id from files g join jsonb_array_elements(p.belongings -> 'profile_pictures') b
          on g.id::text = b ->> 'file_id' where g.company_id = p.company_id) g on true
        left join action_links i on i.company_id = p.company_id and i.e_mail = p.log_in and i.purpose = 'invite'
        left join invitation_locations l on l.company_id = p.company_id and l.token_hash = i.token_hash
        where p.company_id = ${companyId} group by p.log_in order by 1`.execute(app.database.write)
    ).rows;
  const once = await restore(company.id);
  const expected = await peopleOf(once);
  assert.deepEqual(expected[1], {
    ...{ logIn: 'ilze@salon.example', calendars: 1, portraits: 1, pictures: 1, invitations: 1, places: 1 },
  });
  assert.equal(expected.length, 3);
  const twice = await restore(once);
  assert.deepEqual(await peopleOf(twice), expected);
});

test('a company whose files are in a bucket comes back there, with every file', async () => {
  await using bucket = await openBucket();
  await using app = await testApp({ env: bucket.env });
  const { as } = await operatorOf(app);
  const { company } = await richCompany(app);
  const archive = await archiveOf(app, company.id);
  const { id } = await uploadArchive(app, archive, as);
  await app.call(start, { id, administrator: 'rosa@salon.example' }, as);
  await workOnRestores(app);
  const { state, restoredTo } = (await app.call(getById, { id }, as)).answer;
  assert.equal(state, 'done');
  const whole = filesOf(await read(app, archive)).filter((bytes) => !bytes.equals(damagedBytes));
  assert.ok(whole.length > 0);
  const again = await read(app, await archiveOf(app, restoredTo ?? assert.fail('no company')));
  assert.deepEqual(filesOf(again), whole);
  assert.ok((await readdir(join(bucket.directory, 'daybook-files', 'one'))).length > 0, 'the files are in the bucket');
});

test('a piece whose answer was lost is sent again, the last one too', async () => {
  await using app = await testApp();
  const { as } = await operatorOf(app);
  const size = pieceBytes + 5;
  const { id } = (await app.call(begin, { fileName: 'salon.zip', size }, as)).answer;
  const [first, last] = [Buffer.alloc(pieceBytes), Buffer.alloc(5)];
  for (let time = 0; time < 2; time++) assert.equal((await sendPiece(app, id, 0, first, as)).status, 200);
  const both = await Promise.all([sendPiece(app, id, 1, last, as), sendPiece(app, id, 1, last, as)]);
  assert.deepEqual(
    both.map(({ status }) => status),
    [200, 200],
  );
  const again = await sendPiece(app, id, 1, last, as);
  assert.deepEqual([again.status, JSON.parse(again.body).State], [200, 'waiting']);
  assert.equal((await sendPiece(app, id, 2, last, as)).status, 409, 'there is no such piece');
  await workOnRestores(app);
  assert.equal((await sendPiece(app, id, 1, last, as)).status, 200);
  await removeOldRestores(app);
  assert.equal((await sendPiece(app, id, 1, last, as)).status, 200);
  assert.deepEqual(await keys(app), [], 'nothing is left behind');
  assert.equal((await app.call(remove, { id }, as)).status, 204);
  assert.equal((await sendPiece(app, id, 1, last, as)).status, 404);
});

test('uploads beyond twenty are refused; one that was given up is removed after a day', async () => {
  await using app = await testApp();
  const { as } = await operatorOf(app);
  const beginOne = () => app.call(begin, { fileName: 'salon.zip', size: pieceBytes + 5 }, as);
  const { id } = (await beginOne()).answer;
  assert.equal((await sendPiece(app, id, 0, Buffer.alloc(pieceBytes), as)).status, 200);
  for (let count = 1; count < 20; count++) assert.equal((await beginOne()).status, 200);
  const refused = await beginOne();
  assert.deepEqual([refused.status, JSON.parse(refused.body).Code], [409, 'list.restores.tooMany']);
  app.clock.advance({ hours: 25 });
  await removeOldRestores(app);
  const row = (await app.call(getById, { id }, { ...(await operatorOf(app)).as })).answer;
  assert.deepEqual([row.state, row.problem], ['failed', 'removed']);
  assert.deepEqual(await keys(app), []);
});

test('a restore that kills its processes is given up, its operator hears of it, and unused archives go after a day', async () => {
  await using app = await testApp();
  const { as, employee: operator } = await operatorOf(app);
  const { company } = await buildBusiness(app, { actions: ['admin'] });
  const archive = await archiveOf(app, company.id);
  const [killed, unused] = [await uploadArchive(app, archive, as), await uploadArchive(app, archive, as)];
  assert.deepEqual([killed.state, unused.state], ['checked', 'checked']);
  await app.call(start, { id: killed.id, administrator: 'rosa@salon.example' }, as);
  const values = { state: 'restoring', attempts: 3, leaseUntil: app.clock.now().subtract({ seconds: 1 }) };
  await app.database.write.updateTable('restores').set(values).where('id', '=', killed.id).execute();
  await workOnRestores(app);
  const row = (await app.call(getById, { id: killed.id }, as)).answer;
  assert.deepEqual([row.state, row.problem], ['failed', 'failed']);
  const told = await app.database.write.selectFrom('reminders').select(['userId', 'link']).execute();
  assert.deepEqual(told, [{ userId: operator.userId, link: '/app/system/restore' }]);
  app.clock.advance({ hours: 25 });
  assert.equal(await removeOldRestores(app), 2);
  const left = await app.database.write.selectFrom('restores').select(['state', 'problem', 'pieces']).execute();
  assert.deepEqual(left, Array(2).fill({ state: 'failed', problem: 'removed', pieces: 0 }));
  assert.ok(!(await keys(app)).some((key) => key.includes('-restore-')));
});
