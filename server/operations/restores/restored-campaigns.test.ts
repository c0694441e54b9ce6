// Tests what a restore makes of campaigns: their references, and who has had them.
import assert from 'node:assert/strict';
import { randomUUIDv7 } from 'node:crypto';
import { test } from 'node:test';
import { sql } from 'kysely';
import { systemRestores } from '#contract/operations/restores.ts';
import { readAudience } from '#server/campaigns/audience/conditions.ts';
import { countReached } from '#server/campaigns/audience/count-audience.ts';
import { buildBusiness } from '#server/testing/build/business.ts';
import { buildCampaign } from '#server/testing/build/campaign.ts';
import { buildContact } from '#server/testing/build/contact.ts';
import { buildFile } from '#server/testing/build/file.ts';
import { buildMail } from '#server/testing/build/mail.ts';
import { archiveOf, operatorOf, uploadArchive } from '#server/testing/files/restores.ts';
import { testApp } from '#server/testing/test-app.ts';
import { workOnRestores } from './work-on-restores.ts';

test('a restored campaign names restored campaigns and pictures, and reaches those it had not reached', async () => {
  await using app = await testApp();
  const { write } = app.database;
  const { company, employee } = await buildBusiness(app, { actions: ['user', 'admin'], logIn: 'rosa@salon.example' });
  const picture = await buildFile(app, company, { isPublic: true });
  const lost = await buildFile(app, company, { name: 'lost.txt' });
  await app.files.remove(lost.id);
  const earlier = await buildCampaign(app, company, { name: 'Winter' });
  const { id } = await buildCampaign(app, company, { name: 'Spring' });
  const image = (pictureId: string) => ({ kind: 'image', pictureId });
  const audience = { campaignIds: [earlier.id], tags: [] };
  const blocks = [image(picture.id), image(lost.id), { kind: 'columns', left: [image(picture.id)], right: [] }];
  await sql`update campaigns set sending = true, audience = ${JSON.stringify(audience)}::jsonb, blocks = ${JSON.stringify(blocks)}::jsonb
    where id = ${id}`.execute(write);
  for (const [name, state] of [
    ['mara', 'sent'],
    ['lena', 'queued'],
    ['ilze', 'failed'],
  ] as const) {
    const eMail = `${name}@customer.example`;
    const contact = await buildContact(app, employee, { name, eMail });
    const settledAt = state === 'queued' ? null : app.clock.now();
    const mail = await buildMail(app, { companyId: company.id, subject: name, state, settledAt });
    await sql`insert into campaign_recipients (company_id, id, campaign_id, contact_id, address, basis, delivery_id, sent_at, day, created_at)
      values (${company.id}, ${randomUUIDv7()}, ${id}, ${contact.id}, ${eMail}, 'consent', ${mail},
        ${state === 'sent' ? app.clock.now() : null}, ${state === 'sent' ? '2026-03-02' : null}, now())`.execute(write);
  }
  await sql`update contacts set mail_consent = 'given'`.execute(write);
  const archive = await archiveOf(app, company.id);
  const { as } = await operatorOf(app);
  const { id: upload } = await uploadArchive(app, archive, as);
  await app.call(systemRestores.operations.start, { id: upload, administrator: 'rosa@salon.example' }, as);
  await workOnRestores(app);
  const { restoredTo } = (await app.call(systemRestores.operations.getById, { id: upload }, as)).answer;
  const companyId = restoredTo ?? assert.fail('no company');

  const campaigns = await write.selectFrom('campaigns').selectAll().where('companyId', '=', companyId).execute();
  const of = (name: string) => campaigns.find((one) => one.name === name) ?? assert.fail(name);
  const spring = of('Spring');
  assert.deepEqual(readAudience(spring.audience).campaignIds, [of('Winter').id]);
  const files = await write.selectFrom('files').select('id').where('companyId', '=', companyId).execute();
  const [file] = files.map((one) => one.id);
  assert.deepEqual(spring.blocks, [
    { kind: 'image', pictureId: file },
    { kind: 'image', pictureId: null },
    { kind: 'columns', left: [{ kind: 'image', pictureId: file }], right: [] },
  ]);
  const { rows } = await sql`
    select r.address, d.state from campaign_recipients r left join deliveries d on d.id = r.delivery_id
    where r.company_id = ${companyId} order by r.address`.execute(write);
  assert.deepEqual(rows, [
    { address: 'ilze@customer.example', state: 'failed' },
    { address: 'lena@customer.example', state: null },
    { address: 'mara@customer.example', state: 'sent' },
  ]);
  const query = { companyId, medium: 'mail', audience: readAudience({}), campaignId: spring.id } as const;
  assert.equal(await countReached({ ...app, db: write }, query), 1);
});
