// Tests of types of paper: their templates, samples, and the printer of each at a location.
import assert from 'node:assert/strict';
import { randomUUIDv7 } from 'node:crypto';
import { test } from 'node:test';
import { printerChoice } from '#contract/devices/devices.ts';
import { companyTypePrinters, systemListingTypes } from '#contract/devices/listing-types.ts';
import { newId } from '#contract/lib/fields.ts';
import { buildBusiness, buildEmployee, buildLocation } from '#server/testing/build/business.ts';
import { buildDevice } from '#server/testing/build/device.ts';
import { buildFile } from '#server/testing/build/file.ts';
import { signIn } from '#server/testing/build/sign-in.ts';
import { type TestApp, testApp } from '#server/testing/test-app.ts';

const { getAll, template, update } = systemListingTypes.operations;

const sample = (app: TestApp, query: string, headers: Record<string, string>) =>
  app.server.inject({ url: `/api/system/listingtypes/Preview?${query}`, headers });

test('a sample is a picture of the template, as wide as the paper; a template that cannot be printed is refused', async () => {
  await using app = await testApp();
  const { company, employee } = await buildBusiness(app, { actions: ['sys'] });
  const headers = await signIn(app, employee);
  const widths: number[] = [];
  for (const dots of [384, 576]) {
    const { statusCode, rawPayload } = await sample(app, `key=appointment&dots=${dots}`, headers);
    assert.equal(statusCode, 200);
    widths.push(rawPayload.readUInt32BE(16));
  }
  assert.deepEqual(widths, [384, 576]);
  const own = await buildFile(app, company, { bytes: Buffer.from('# {{ company }}\n') });
  const original = await sample(app, 'key=note', headers);
  const changed = await sample(app, `key=note&FileUploads_Id=${own.id}`, headers);
  assert.notDeepEqual(changed.rawPayload, original.rawPayload);

  const { answer: types } = await app.call(getAll, {}, headers);
  const note = types.find(({ key }) => key === 'note') ?? assert.fail('no type');
  assert.equal((await app.call(update, { id: note.id, fileId: own.id }, headers)).status, 200);
  const wrong = await buildFile(app, company, { bytes: Buffer.from('{{ company }}\n{{ nothing }}\n{% if a %}\n') });
  const refused = await app.call(update, { id: note.id, fileId: wrong.id }, headers);
  assert.equal(refused.status, 417);
  const complaints = JSON.parse(refused.body) as { Key: string; Message: string }[];
  assert.deepEqual(
    complaints.map(({ Key }) => Key),
    ['FileUploads_Id', 'FileUploads_Id'],
  );
  assert.match(complaints[0]?.Message ?? '', /2/);
  const { answer: read } = await app.call(template, { key: 'note', fileId: wrong.id }, headers);
  assert.deepEqual(read, {
    text: '{{ company }}\n{{ nothing }}\n{% if a %}\n',
    problems: complaints.map(({ Message }) => Message),
  });
  const { answer: delivered } = await app.call(template, { key: 'note' }, headers);
  assert.match(delivered.text, /\{\{ text/);
  assert.deepEqual(delivered.problems, []);
  const renamed = await app.call(update, { id: note.id, key: 'other' }, headers);
  assert.deepEqual(JSON.parse(renamed.body)[0].Key, 'Key');
});

test('a type has a printer at each location, and a person one default; both are of their locations', async () => {
  await using app = await testApp();
  const { company, location, employee } = await buildBusiness(app, { actions: ['admin'] });
  const elsewhere = await buildLocation(app, company);
  const desk = await buildDevice(app, employee);
  const far = await buildDevice(app, { companyId: company.id, locationId: elsewhere.id });
  const headers = await signIn(app, employee);
  const read = async () => (await app.call(companyTypePrinters.getAll, {}, headers)).answer;
  const [first] = await read();
  assert.deepEqual([first?.typeKey, first?.printerId], ['appointment', newId]);
  const typeId = first?.typeId ?? '';
  const set = (printerId: string, as = headers) => app.call(companyTypePrinters.set, { typeId, printerId }, as);
  assert.equal((await set(desk.id)).status, 204);
  // Of the other location: that of this one stays.
  assert.equal((await set(far.id)).status, 204);
  assert.equal((await read())[0]?.printerId, desk.id);
  assert.equal((await set(newId)).status, 204);
  assert.equal((await read())[0]?.printerId, newId);
  assert.equal((await set(randomUUIDv7())).status, 404);

  const colleague = await signIn(app, await buildEmployee(app, location));
  const choose = (id: string) => app.call(printerChoice.setDefault, { id }, colleague);
  const chosen = async () => {
    const { answer } = await app.call(printerChoice.getAll, {}, colleague);
    return answer.filter(({ isDefault }) => isDefault).map(({ id }) => id);
  };
  const other = await buildDevice(app, employee);
  assert.equal((await choose(desk.id)).status, 204);
  assert.equal((await choose(other.id)).status, 204);
  assert.deepEqual(await chosen(), [other.id], 'one default');
  assert.equal((await choose(far.id)).status, 404);
  assert.equal((await choose(newId)).status, 204);
  assert.deepEqual(await chosen(), []);
});
