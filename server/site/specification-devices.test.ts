// A client of the specification and the calls of printers and cash registers, with exactly its fields and spellings.
// `2:200` is line 200 of the specification's second document.
import assert from 'node:assert/strict';
import { randomUUIDv7 } from 'node:crypto';
import { test } from 'node:test';
import type { DeviceKind } from '#contract/devices/devices.ts';
import { buildBusiness } from '#server/testing/build/business.ts';
import { buildDevice, buildPaper } from '#server/testing/build/device.ts';
import { buildFile } from '#server/testing/build/file.ts';
import { next, none, openClient, type WireRow } from '#server/testing/clients/specification-client.ts';
import { unzip } from '#server/testing/files/unzip.ts';

const client = openClient();
const { request, ok } = client;

const defaults = { MaxPoolSecconds: 10, MinPoolSecconds: 5, PoolStepSecconds: 5 };
const areas = [
  ['company', 'printers'],
  ['system', 'printers'],
  ['company', 'cashregisters'],
  ['system', 'cashregisters'],
] as const;

for (const [area, list] of areas) {
  test(`2:200 ${area}/${list}: defaults, download, reset and delete`, async () => {
    const cookie = client.cookies[area];
    const added = (await ok('POST', `${area}/${list}/Insert`, { Name: `Desk ${next()}` }, cookie)) as WireRow;
    const { MaxPoolSecconds, MinPoolSecconds, PoolStepSecconds, IsDefault } = added;
    assert.deepEqual({ MaxPoolSecconds, MinPoolSecconds, PoolStepSecconds }, defaults, '2:254');
    assert.equal(IsDefault, false);
    for (const call of ['Download', 'Reset']) {
      const { Id } = (await ok('POST', `${area}/${list}/${call}`, { id: added.Id }, cookie)) as WireRow;
      const url = `/Api/File/DownloadFile?id=${Id}`;
      const { statusCode, headers, rawPayload } = await client.app.server.inject({ url, headers: cookie });
      assert.deepEqual([statusCode, headers['content-type']], [200, 'application/zip'], url);
      assert.ok(unzip(rawPayload).has('daybook-agent/agent.json'));
    }
    assert.equal((await request('POST', `${area}/${list}/Download`, { id: randomUUIDv7() }, cookie)).status, 404);
    await ok('DELETE', `${area}/${list}/Delete`, { id: added.Id }, cookie);
  });
}

test('2:200 company/printers: the empty entry comes first, a printer with waiting paper is not deleted', async () => {
  const { app, business } = client;
  const { id } = await buildDevice(app, business.employee);
  const [empty, ...printers] = (await ok('GET', 'company/printers/GetAllWithEmptyEntry')) as WireRow[];
  assert.equal(empty?.Id, none);
  assert.deepEqual(printers, await ok('GET', 'company/printers/GetAll'));
  const { companyId, locationId } = business.employee;
  await buildPaper(app, { companyId, locationId, deviceId: id });
  const { status, body } = await request('DELETE', 'company/printers/Delete', { id });
  assert.deepEqual([status, /waits/.test(JSON.stringify(body))], [409, true]);
});

test('a device goes to a location of its own company only, given or that of the caller', async () => {
  const { app, business } = client;
  const stranger = await buildBusiness(app);
  for (const list of ['printers', 'cashregisters']) {
    const at = (Locations_Id: string, area: 'company' | 'system' = 'company') =>
      request('POST', `${area}/${list}/Insert`, { Name: `Desk ${next()}`, Locations_Id }, client.cookies[area]);
    const own = await at(business.location.id);
    assert.deepEqual([own.status, (own.body as WireRow).Locations_Id], [200, business.location.id]);
    const refused = await at(stranger.location.id);
    assert.equal(refused.status, 417);
    assert.deepEqual(
      (refused.body as { Key: string }[]).map(({ Key }) => Key),
      ['Locations_Id'],
    );
    const ofOperator = await at(stranger.location.id, 'system');
    assert.equal((ofOperator.body as WireRow).CompanyName, stranger.company.name);
  }
});

test('2:199 company/typeprinters: a printer is set for a type, the all-zero id clears it', async () => {
  const { app, business } = client;
  const printer = await buildDevice(app, business.employee);
  const read = async () => (await ok('GET', 'company/typeprinters/GetAll')) as Record<string, string>[];
  const [type] = await read();
  for (const field of 'ListingTypes_Id ListingPrinters_Id ListingTypeKey ListingTypeDescription'.split(' '))
    assert.ok(type && field in type, field);
  const set = (printerId: string) =>
    ok('POST', 'company/typeprinters/Set', { typeId: type?.ListingTypes_Id ?? '', printerId });
  await set(printer.id);
  assert.equal((await read())[0]?.ListingPrinters_Id, printer.id);
  await set(none);
  assert.equal((await read())[0]?.ListingPrinters_Id, none);
});

for (const [list, kind] of [
  ['printers', 'printer'],
  ['cashregisters', 'register'],
] as const) {
  test(`2:226 ${list}: a new default clears the former, by GET and POST; zero clears it`, async () => {
    const { app, business } = client;
    const [first, second] = [
      await buildDevice(app, { ...business.employee, kind }),
      await buildDevice(app, { ...business.employee, kind }),
    ];
    const chosen = async () =>
      ((await ok('GET', `${list}/GetAll`)) as WireRow[]).filter(({ IsDefault }) => IsDefault).map(({ Id }) => Id);
    await ok('GET', `${list}/SetDefault`, { id: first.id });
    assert.deepEqual(await chosen(), [first.id]);
    await ok('POST', `${list}/SetDefault`, { id: second.id });
    assert.deepEqual(await chosen(), [second.id], '2:157');
    await ok('GET', `${list}/SetDefault`, { id: none });
    assert.deepEqual(await chosen(), []);
  });
}

for (const list of ['listingapplications', 'cashregisterapplications']) {
  test(`2:170 system/${list}: a new version is 1.0.0.0 and needs a file, a later change does not`, async () => {
    const { app, business, cookies } = client;
    const call = (operation: string, input: object) =>
      request('POST', `system/${list}/${operation}`, input as WireRow, cookies.system);
    assert.equal((await call('Insert', { Description: 'First' })).status, 417);
    const { id } = await buildFile(app, business.company, { name: 'agent.zip', mimeType: 'application/zip' });
    const added = (await call('Insert', { Description: 'First', FileUploads_Id: id })).body as WireRow;
    assert.deepEqual([added.Version, added.FileUploads_Id], ['1.0.0.0', id]);
    const changed = (await call('Update', { Id: added.Id, Description: 'Second' })).body as WireRow;
    assert.deepEqual([changed.Description, changed.FileUploads_Id], ['Second', id]);
  });
}

const logs = [
  ['listinglogs', 'printer', 'created company printer location typekey text'],
  ['cashregisterlogs', 'register', 'created company register location text'],
] as const;
for (const [list, kind, aliases] of logs) {
  test(`2:198 system/${list}: one day without a range, every alias, and Clear`, async () => {
    const { app, cookies } = client;
    await ok('POST', `system/${list}/Clear`, {}, cookies.system);
    const log = (text: string, at: Temporal.Instant) => addLog(kind, text, at);
    const now = app.clock.now();
    await log(`Printed ${kind}`, now.subtract({ hours: 1 }));
    await log(`Long ago ${kind}`, now.subtract({ hours: 24 * 3 }));
    const texts = async (input: object = {}) =>
      (
        (await ok('GET', `system/${list}/GetPaginated`, input as WireRow, cookies.system)) as { Logs: WireRow[] }
      ).Logs.map(({ Text }) => Text);
    assert.deepEqual(await texts(), [`Printed ${kind}`]);
    const range = { startDate: now.subtract({ hours: 24 * 7 }).toString(), endDate: now.toString() };
    assert.deepEqual(await texts(range), [`Printed ${kind}`, `Long ago ${kind}`]);
    const values: Record<string, string> = {
      ...{ created: now.toZonedDateTimeISO('UTC').toPlainDate().toString(), company: client.business.company.name },
      ...{ printer: 'Front desk', register: 'Front desk', location: 'Centre', typekey: 'note', text: 'Printed' },
    };
    for (const alias of aliases.split(' ')) {
      assert.deepEqual(await texts({ search: `${alias}:${values[alias]}` }), [`Printed ${kind}`], alias);
      if (alias !== 'created') assert.deepEqual(await texts({ search: `${alias}:nothing` }), [], alias);
    }
    await ok('POST', `system/${list}/Clear`, {}, cookies.system);
    assert.deepEqual(await texts(range), []);
  });
}

async function addLog(kind: DeviceKind, text: string, createdAt: Temporal.Instant): Promise<void> {
  const { app, business } = client;
  await app.database.write
    .insertInto('deviceLogs')
    .values({
      ...{ id: randomUUIDv7(), companyId: business.company.id, kind, deviceId: randomUUIDv7(), text, createdAt },
      ...{ deviceName: 'Front desk', locationName: 'Centre' },
      ...(kind === 'printer' && { typeKey: 'note', typeDescription: 'Note' }),
    })
    .execute();
}
