// Tests that a stored file in use is not deleted, and that the answer says where it is used.
import assert from 'node:assert/strict';
import { randomUUIDv7 } from 'node:crypto';
import { test } from 'node:test';
import { systemFileUploads } from '#contract/operations/file-uploads.ts';
import { buildBusiness } from '#server/testing/build/business.ts';
import { buildCampaign } from '#server/testing/build/campaign.ts';
import { buildFile } from '#server/testing/build/file.ts';
import { signIn } from '#server/testing/build/sign-in.ts';
import { buildService } from '#server/testing/build/visits.ts';
import { testApp } from '#server/testing/test-app.ts';

const { delete: remove, deleteMany } = systemFileUploads.operations;

test('a file in use is not deleted, and the answer names each use with its page', async () => {
  await using app = await testApp();
  const { company, employee } = await buildBusiness(app, { actions: ['sys'] });
  const cookie = await signIn(app, employee);
  const { write } = app.database;
  const { id } = await buildFile(app, company);
  const { id: unused } = await buildFile(app, company);
  const banner = randomUUIDv7();
  const [periodStart, periodEnd] = ['2026-03-01T00:00:00Z', '2026-03-02T00:00:00Z'];
  const refusedBy = async () => {
    const { status, body } = await app.call(remove, { id }, cookie);
    assert.equal(status, 409, body);
    return JSON.parse(body) as { Message: string; Problems: { Id: string; Message: string; Link: string }[] };
  };
  await write
    .insertInto('banners')
    .values({ id: banner, title: 'Spring offer', periodStart, periodEnd, fileId: id })
    .execute();
  const byBanner = await refusedBy();
  assert.equal(byBanner.Message, 'It is the picture of the banner “Spring offer”.');
  assert.deepEqual(byBanner.Problems, [
    { Id: id, Message: byBanner.Message, Link: `/app/system/banners?open=${banner}` },
  ]);
  await write.deleteFrom('banners').where('id', '=', banner).execute();

  await write.updateTable('companies').set({ logoId: id }).where('id', '=', company.id).execute();
  assert.equal((await refusedBy()).Message, `It is the logo of ${company.name}.`);
  await write.updateTable('employees').set({ pictureId: id }).where('userId', '=', employee.userId).execute();
  const { Message, Problems } = await refusedBy();
  assert.equal(Problems.length, 2);
  assert.match(Message, /^It is the logo of .+\. It is the portrait of .+\.$/);
  await write.updateTable('companies').set({ logoId: null }).execute();
  await write.updateTable('employees').set({ pictureId: null }).execute();

  const service = await buildService(app, employee, { name: 'Colouring' });
  await write.updateTable('services').set({ pictureId: id }).where('id', '=', service.id).execute();
  const byService = await refusedBy();
  assert.equal(byService.Message, 'It is the picture of the service “Colouring”.');
  // The operator does not open the services of a company.
  assert.equal(byService.Problems[0]?.Link, undefined);
  await write.updateTable('services').set({ pictureId: null }).execute();
  const image = { kind: 'image', text: '', url: '', alt: '', pictureId: id, serviceId: null, calendarId: null };
  const columns = { ...image, kind: 'columns', pictureId: null, left: [], right: [image] };
  const campaign = await buildCampaign(app, company, { name: 'Autumn' });
  await write
    .updateTable('campaigns')
    .set({ blocks: JSON.stringify([columns]) })
    .where('id', '=', campaign.id)
    .execute();
  assert.equal((await refusedBy()).Message, 'It is shown in the campaign “Autumn”.');
  await write.deleteFrom('campaigns').execute();

  const { companyId, userId } = employee;
  await write.insertInto('profilePictures').values({ companyId, userId, fileId: id, position: 1 }).execute();
  assert.match((await refusedBy()).Message, /^It is shown in the profile of /);
  const both = await app.call(deleteMany, { ids: [unused, id] }, cookie);
  assert.equal(both.status, 409);
  assert.ok(await app.files.read(unused));

  await write.deleteFrom('profilePictures').execute();
  assert.equal((await app.call(deleteMany, { ids: [unused, id] }, cookie)).status, 204);
  assert.equal(await app.files.read(id), undefined);
});
