// Tests that a restored company equals the original.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { sql } from 'kysely';
import { user } from '#contract/identity/sign-in.ts';
import { systemRestores } from '#contract/operations/restores.ts';
import { searches } from '#contract/site/search.ts';
import { renewAllDocuments } from '#server/booking/directory/renew-documents.ts';
import { verifyBooks } from '#server/money/books/verify-books.ts';
import { companyTables } from '#server/operations/archives/company-tables.ts';
import { damagedBytes, richCompany } from '#server/testing/build/rich-company.ts';
import { signIn } from '#server/testing/build/sign-in.ts';
import { lastMailTo } from '#server/testing/clients/captcha.ts';
import {
  type ArchiveContents,
  changed,
  changeRows,
  linesOf,
  readArchive,
} from '#server/testing/files/archive-contents.ts';
import { archiveOf, countCompanies, fileKeys, operatorOf, uploadArchive } from '#server/testing/files/restores.ts';
import { openBucket } from '#server/testing/servers/bucket.ts';
import { type TestApp, testApp } from '#server/testing/test-app.ts';
import { removeOldRestores } from './remove-old-restores.ts';
import { workOnRestores } from './work-on-restores.ts';

const { start, getDryRun, getById, delete: remove } = systemRestores.operations;

/** A hash of the kept columns of every table in an archive. */
function hashesOf({ contents }: ArchiveContents): Record<string, string> {
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

const filesOf = ({ contents }: ArchiveContents): Buffer[] =>
  [...contents].filter(([name]) => name.startsWith('files/')).map(([, bytes]) => bytes);

test('a restored company equals the original once its people have accepted, without rights and money', async () => {
  await using source = await testApp();
  const { company } = await richCompany(source);
  // Of several statements, and merged into a contact that comes later.
  await sql`insert into contacts (company_id, id, name, created_at, merged_into)
    select ${company.id}, md5('contact ' || n)::uuid, 'Contact ' || n, now(),
      case when n % 10 > 0 then md5('contact ' || n + 1)::uuid end from generate_series(1, 230) n`.execute(
    source.database.write,
  );
  // Earlier versions stored a proof with what employees claim.
  await sql`update consents set proved_at = now()`.execute(source.database.write);
  const archive = await archiveOf(source, company.id);
  await using app = await testApp();
  const { as, employee: operator } = await operatorOf(app);

  const checked = await uploadArchive(app, archive, as);
  assert.deepEqual([checked.state, checked.problem, checked.companyName], ['checked', null, company.name]);
  const before = await countCompanies(app);
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
    await count(sql`select from companies where id = ${companyId} and sms_per_day = 500 and campaign_mails_per_day = 200
      and reminder_leads = '{48}'`),
    1,
  );
  assert.equal(await count(sql`select from contacts where mail_consent = 'given'`), 1);
  const wrong = sql`select from contacts where visited_ids is distinct from few_ids(ids_of_visits(company_id, id))`;
  assert.equal(await count(wrong), 0);
  assert.ok((await count(sql`select from contacts where cardinality(visited_ids) > 1`)) > 0);
  const received = await app.database.write.selectFrom('reminders').select(['userId', 'link']).execute();
  assert.deepEqual(received, [{ userId: operator.userId, link: '/app/system/restore' }]);

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

  // So does the search of the home page, by all but the names that people have given: archives have no documents.
  const documentsOf = async ({ database, log }: TestApp, id: string) => {
    await renewAllDocuments({ database, log });
    const rows = await sql<{ words: string[] }>`
      select tsvector_to_array(ts_filter(d.document, '{b,c,d}')) as words from search_documents d
      join employees e on e.company_id = d.company_id and e.user_id = d.user_id and e.profession = 'Colourist'
      where d.company_id = ${id} order by 1`.execute(database.write);
    return rows.rows;
  };
  const documents = await documentsOf(app, companyId);
  assert.deepEqual(documents, await documentsOf(source, company.id));
  assert.ok(documents.length > 0);

  // Attempts are found by the words of their messages, problems that were settled stay so, and no one hears of them
  // again.
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
    select count(*)::int as all, count(given_up_at)::int as settled, count(notified_at)::int as told
    from deliveries where company_id = ${companyId} and reason = 'bounced'`.execute(app.database.write);
  assert.deepEqual(problems.rows, [{ all: 2, settled: 1, told: 2 }]);

  assert.deepEqual(
    (await verifyBooks(app.database)).filter(({ check }) => check.startsWith('till')),
    [],
    'the journal of a register is that of before',
  );
  const original = await readArchive(app, archive);
  const withoutRows = Object.entries(companyTables)
    .filter(([name, { kept }]) => kept && linesOf(original.contents, name).length === 0)
    .map(([name]) => name);
  assert.deepEqual(withoutRows, [], 'the archive has rows of every table that is restored');
  const again = await readArchive(app, await archiveOf(app, companyId));
  const { 'consents 1': claimed, ...hashes } = hashesOf(original);
  assert.deepEqual(hashesOf(again), { ...hashes, 'consents 1': hashesOf(again)['consents 1'] });
  assert.notEqual(hashesOf(again)['consents 1'], claimed);
  assert.deepEqual(
    linesOf(again.contents, 'consents').map(({ is_given: isGiven, proved_at: at }) => [isGiven, at]),
    [[true, null]],
  );
  // A file that is not what was stored is in the archive and is left out of the restore.
  const whole = filesOf(original).filter((bytes) => !bytes.equals(damagedBytes));
  assert.equal(whole.length, filesOf(original).length - 1);
  assert.deepEqual(filesOf(again), whole);
  const [pictured] = linesOf(again.contents, 'employees').filter(({ picture_id: id }) => id !== null);
  assert.equal(pictured?.profession, 'Colourist');
  await removeOldRestores(app);
  assert.ok(!(await fileKeys(app)).some((key) => key.includes('-restore-')), 'the archive is gone');

  // Beside the first, its addresses are taken; deleting the row of a restore leaves its company. The archive is one of
  // earlier migrations, with their names of columns.
  const earlier = changed(original, (contents, manifest) => {
    changeRows('visits', ({ notified }) => ({ told: notified, notified: undefined }))(contents, manifest);
    manifest.migrations = ['0001-foundations.sql', '0018-visits.sql', '0065-audience-facts-table.sql'];
  });
  const twin = await uploadArchive(app, earlier, as);
  const renamed = (await app.call(getDryRun, { id: twin.id }, as)).answer?.leftOut.find(
    ({ reason }) => reason === 'renamed',
  );
  assert.match(renamed?.about[0] ?? '', /^location-\d+ → location-\d+-2$/);
  await app.call(start, { id: twin.id, administrator: 'new@salon.example' }, as);
  await workOnRestores(app);
  const { state, restoredTo } = (await app.call(getById, { id: twin.id }, as)).answer;
  assert.equal(state, 'done');
  const { rows: notices } = await sql<{ notified: object | null }>`
    select notified from visits where company_id = ${restoredTo} order by notified::text`.execute(app.database.write);
  const { rows: originals } = await sql<{ notified: object | null }>`
    select notified from visits where company_id = ${companyId} order by notified::text`.execute(app.database.write);
  assert.deepEqual(notices, originals);
  assert.ok(notices.some(({ notified }) => notified !== null));
  assert.equal((await app.call(remove, { id: twin.id }, as)).status, 204);
  assert.equal(await countCompanies(app), 3);
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
  const whole = filesOf(await readArchive(app, archive)).filter((bytes) => !bytes.equals(damagedBytes));
  assert.ok(whole.length > 0);
  const again = await readArchive(app, await archiveOf(app, restoredTo ?? assert.fail('no company')));
  assert.deepEqual(filesOf(again), whole);
  assert.ok((await readdir(join(bucket.directory, 'daybook-files', 'one'))).length > 0, 'the files are in the bucket');
});
