// Tests what operators hear of backups that were made by earlier versions.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { buildBusiness } from '#server/testing/build/business.ts';
import { archiveOf } from '#server/testing/files/restores.ts';
import { testApp } from '#server/testing/test-app.ts';
import { tellOfFormerBackups } from './tell-of-former-backups.ts';

test('operators hear once that links in earlier backups have ended, if there are such backups', async () => {
  await using app = await testApp();
  const { company } = await buildBusiness(app, { actions: ['admin'] });
  const { employee: operator } = await buildBusiness(app, { actions: ['sys'], language: 'de' });
  const received = () => app.database.write.selectFrom('reminders').select(['userId', 'text']).execute();
  const migrations = ['0014-links-of-messages.sql'];
  await tellOfFormerBackups(app, migrations);
  assert.deepEqual(await received(), []);
  await archiveOf(app, company.id);
  await tellOfFormerBackups(app, []);
  assert.deepEqual(await received(), [], 'a later start');
  await tellOfFormerBackups(app, migrations);
  const [item, ...others] = await received();
  assert.deepEqual([item?.userId, others], [operator.userId, []]);
  assert.match(item?.text ?? '', /^Sicherungen von Unternehmen/);
});
