// Tests that a restore that breaks off leaves no half company.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { sql } from 'kysely';
import { systemRestores } from '#contract/operations/restores.ts';
import { buildBusiness } from '#server/testing/build/business.ts';
import { richCompany } from '#server/testing/build/rich-company.ts';
import { statementsOf, withFault } from '#server/testing/faults/faults.ts';
import { archiveOf, countCompanies, fileKeys, operatorOf, uploadArchive } from '#server/testing/files/restores.ts';
import { testApp } from '#server/testing/test-app.ts';
import { restoredId } from './map-ids-in-json.ts';
import { removeOldRestores } from './remove-old-restores.ts';
import { workOnRestores } from './work-on-restores.ts';

const { start, getById, delete: remove } = systemRestores.operations;

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
  const before = [await countCompanies(app), await fileKeys(app)];
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
    assert.equal(await countCompanies(app), before[0], `${at} ${broken}`);
    if ((await stateOf()) === 'failed') assert.deepEqual(await fileKeys(app), before[1], `${at} ${broken}`);
    // Its lease has ended.
    app.clock.advance({ seconds: 61 });
    // The last statements decide.
    at += at > length - 12 ? 3 : Math.ceil(length / 9);
  }
  assert.equal(await stateOf(), 'done');
  assert.ok(faults >= 9, `${faults} faults in ${length} statements`);
  assert.equal(await countCompanies(app), (before[0] as number) + 1);
  const left = (await fileKeys(app)).length - (before[1] as string[]).length;
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
  assert.ok(!(await fileKeys(app)).includes(orphan));

  // Deleted while it waits, it is not made.
  const deleted = await uploadArchive(app, archive, as);
  await app.call(start, { id: deleted.id, administrator: 'rosa@salon.example' }, as);
  assert.equal((await app.call(remove, { id: deleted.id }, as)).status, 204);
  const present = await countCompanies(app);
  await workOnRestores(app);
  assert.equal(await countCompanies(app), present);
  assert.ok(!(await fileKeys(app)).some((key) => key.startsWith(deleted.id)));
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
  const received = await app.database.write.selectFrom('reminders').select(['userId', 'link']).execute();
  assert.deepEqual(received, [{ userId: operator.userId, link: '/app/system/restore' }]);
  app.clock.advance({ hours: 25 });
  assert.equal(await removeOldRestores(app), 2);
  const left = await app.database.write.selectFrom('restores').select(['state', 'problem', 'pieces']).execute();
  assert.deepEqual(left, Array(2).fill({ state: 'failed', problem: 'removed', pieces: 0 }));
  assert.ok(!(await fileKeys(app)).some((key) => key.includes('-restore-')));
});
