// Tests what a restore makes of the links of messages in archives of earlier versions.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { sql } from 'kysely';
import { systemProblems } from '#contract/messaging/problems.ts';
import { systemRestores } from '#contract/operations/restores.ts';
import { buildBusiness } from '#server/testing/build/business.ts';
import { buildMail } from '#server/testing/build/mail.ts';
import { changed, changeRows, readArchive } from '#server/testing/files/archive-contents.ts';
import { archiveOf, operatorOf, uploadArchive } from '#server/testing/files/restores.ts';
import { testApp } from '#server/testing/test-app.ts';
import { workOnRestores } from './work-on-restores.ts';

test('messages of an archive with live links are restored without them, and none of them is sent again', async () => {
  await using app = await testApp();
  const { write } = app.database;
  const { company } = await buildBusiness(app, { actions: ['user', 'admin'], logIn: 'rosa@salon.example' });
  await buildMail(app, { companyId: company.id, state: 'failed', reason: 'refused', settledAt: app.clock.now() });
  const token = randomBytes(32).toString('base64url').replace(/^./, 'A');
  const link = `https://daybook.test/user/verify-company/${token}`;
  const original = await readArchive(app, await archiveOf(app, company.id));
  const former = changed(
    original,
    changeRows('email_messages', () => ({
      ...{ html: `<a href="${link}">Verify</a>`, plain: link },
      ...{ fields: { visit: link }, headers: { 'List-Unsubscribe': `<${link}>` } },
    })),
  );
  const { as } = await operatorOf(app);
  const { id } = await uploadArchive(app, former, as);
  await app.call(systemRestores.operations.start, { id, administrator: 'rosa@salon.example' }, as);
  await workOnRestores(app);
  const { restoredTo } = (await app.call(systemRestores.operations.getById, { id }, as)).answer;
  const { rows } = await sql<{ id: string; text: string; words: string }>`
    select id, m::text as text, words from email_messages m where company_id = ${restoredTo} and subject like 'About%'`.execute(
    write,
  );
  const [mail] = rows;
  assert.ok(mail, 'the mail is restored');
  assert.ok(!mail.text.includes(token), mail.text);
  assert.equal(mail.text.match(/verify-company\/\*\*\*/g)?.length, 5, mail.text);

  const { answer } = await app.call(systemProblems.operations.sendAgain, { ids: [mail.id] }, as);
  assert.deepEqual(answer, { changed: 0, passedOver: [{ id: mail.id, reason: 'links' }] });
});
