// Tests of all updates with the all-zero id: they insert where the service has an insert, else they are 404. An insert
// never takes the id it is sent.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { resources, services } from '#contract/all.ts';
import { openApi } from '#contract/lib/openapi.ts';
import type { AnyResource } from '#contract/lib/resource.ts';
import { type Operation, pascal, type Service } from '#contract/lib/service.ts';
import { elementOf, fieldsOf, kindOf, toWire, wireName } from '#contract/lib/wire.ts';
import { contents, none, openClient, type WireRow } from '#server/testing/clients/specification-client.ts';
import { says } from '#server/testing/lists/field-values.ts';
import { sampleOf } from '#server/testing/lists/list-samples.ts';
import type { Fields } from '#server/testing/lists/write-samples.ts';

const client = openClient();

for (const [name, resource] of Object.entries(resources as unknown as Record<string, AnyResource>)) {
  const { area, operations } = resource;
  const { insert, update } = operations;
  const path = `${area}/${resource.name}`;
  const send = (operation: string, input: Fields) =>
    client.request('POST', `${path}/${operation}`, input, client.cookies[area]);

  if (update && !insert) {
    test(`${name}: an update with the all-zero id is 404`, async () => {
      assert.equal((await send('Update', { Id: none })).status, 404);
    });
  }
  if (!insert) continue;

  test(`${name}: each way to insert adds a record with an id of its own, and the values that were sent`, async () => {
    const sample = sampleOf(name, resource);
    const given = () => toWire(insert.input, sample.input?.(client.business) ?? assert.fail('no sample')) as Fields;
    await sample.seed?.(client.app, client.business);
    const unanswered = Object.keys(sample.unanswered ?? {}).map(pascal);
    const ids = new Set([none]);
    const assertAdded = async (operation: string, extra: Fields): Promise<WireRow> => {
      const sent = given();
      const { status, body } = await send(operation, { ...extra, ...sent, Id: extra.Id });
      assert.equal(status, 200, `${operation}: ${JSON.stringify(body)}`);
      const { Id } = body as WireRow;
      assert.ok(!ids.has(Id), `${operation} answers with the id ${Id}`);
      ids.add(Id);
      const row = (await client.ok('GET', `${path}/GetById`, { id: Id }, client.cookies[area])) as WireRow;
      assert.deepEqual(contents(row), contents(body as WireRow));
      for (const [field, value] of Object.entries(sent)) {
        if (unanswered.includes(field)) continue;
        assert.ok(says(row[field], value), `${field}: ${JSON.stringify(row[field])} for ${JSON.stringify(value)}`);
      }
      return row;
    };
    const first = await assertAdded('Insert', { Id: none });
    await assertAdded('Insert', first);
    if (!update) return;
    await assertAdded('Update', { Id: none });
    await assertAdded('Update', { ...first, Id: none });
    const incomplete = await send('Update', { Id: none });
    const bare = await send('Insert', { Id: none });
    assert.equal(incomplete.status, bare.status, 'the fields of an insert');
    if (bare.status === 417) assert.deepEqual(incomplete.body, bare.body);
  });
}

const inserting = Object.entries(services as Record<string, Service>).flatMap(([name, service]) =>
  Object.entries(service).flatMap(([key, operation]) =>
    operation.insertBy ? [{ name: `${name}.${key}`, operation, insert: service[operation.insertBy] as Operation }] : [],
  ),
);

test('every update beside an insert of its list is one with the all-zero id; the API page says so', () => {
  const { paths } = openApi({ title: 'Daybook', version: '1', description: '' }, services as Record<string, Service>);
  for (const { name, operation, insert } of inserting) {
    assert.match(paths[`/${operation.path}`]?.post?.description ?? '', /With the all-zero Id, it is Insert/, name);
    assert.equal(insert.may, operation.may, name);
  }
  const others = Object.entries(services as Record<string, Service>).flatMap(([name, service]) =>
    service.insert && service.update && !service.update.insertBy ? [name] : [],
  );
  // The root of the menu has that id.
  assert.deepEqual(others, ['menuItems']);
});

test('every update takes the rows that its service answers, as they are', () => {
  const rowsOf = ({ output }: Operation) => {
    if (!output) return [];
    const row = elementOf(output) ?? output;
    return fieldsOf(row) ? [fieldsOf(row) ?? {}] : [];
  };
  const seen: string[] = [];
  for (const [name, service] of Object.entries(services as Record<string, Service>)) {
    const { update } = service;
    if (!update) continue;
    const own = rowsOf(update);
    const read = Object.entries(service).filter(([key]) => /^(get|getAll|getById|getBy[A-Z]\w*)$/.test(key));
    const rows = own.length ? own : read.flatMap(([, operation]) => rowsOf(operation));
    assert.ok(rows.length > 0, `${name} answers no row`);
    const taken = Object.entries(update.input.shape).map(([key, field]) => wireName(key, field as never));
    for (const row of rows) {
      const refused = Object.entries(row).flatMap(([key, field]) => {
        const wire = wireName(key, field);
        return taken.includes(wire) || kindOf(field) === 'ignored' ? [] : [wire];
      });
      assert.deepEqual(refused, [], name);
    }
    seen.push(name);
  }
  for (const name of ['incomes', 'menuItems', 'companyBilling']) assert.ok(seen.includes(name), name);
});
