// Tests that hold for every administered list: order, search, range, company isolation, changes, export, labels.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { readSheet } from 'read-excel-file/node';
import { resources } from '#contract/all.ts';
import type { AnyResource } from '#contract/lib/resource.ts';
import { fieldOf, filtersOf } from '#contract/lib/resource.ts';
import type { Operation } from '#contract/lib/service.ts';
import { fieldsOf, kindOf, metaOf, unwrap, wireName } from '#contract/lib/wire.ts';
import { uncheckedKey } from '#i18n/keys.ts';
import { languageKeys, translate } from '#server/lib/i18n.ts';
import { buildBusiness, buildEmployee, setTerms } from '#server/testing/build/business.ts';
import { signIn } from '#server/testing/build/sign-in.ts';
import { type Business, sampleOf } from '#server/testing/lists/list-samples.ts';
import { setUpFile } from '#server/testing/set-up-file.ts';
import { type TestApp, testApp } from '#server/testing/test-app.ts';
import { labelOf, optionLabel } from './labels.ts';
import { searchableFields } from './search.ts';

type Row = Record<string, unknown> & { id: string };
type Listed = { totalRows: number; isLowerBound: boolean } & Record<string, Row[]>;

let app: TestApp;
let own: Business & { cookie: string; sys: string };
let foreign: Business & { cookie: string };
/** Other users with the same rights as the caller. */
let other: { company: string; system: string };

setUpFile(import.meta, async () => {
  app = await testApp();
  const business = await buildBusiness(app, { actions: ['admin'], logIn: 'anna.admin@daybook.test' });
  const operator = await buildBusiness(app, { actions: ['sys'] });
  const abroad = await buildBusiness(app, { actions: ['admin'] });
  await setTerms(app, { maxLocations: 100 });
  const second = await buildEmployee(app, business.location, { actions: ['admin', 'sys'] });
  const sys = (await signIn(app, operator.employee)).cookie;
  own = { ...business, ...(await signIn(app, business.employee)), sys };
  foreign = { ...abroad, ...(await signIn(app, abroad.employee)) };
  const { cookie } = await signIn(app, second);
  other = { company: cookie, system: cookie };
});
after(() => app[Symbol.asyncDispose]());

const lists = Object.entries(resources as unknown as Record<string, AnyResource>);
const cookieFor = (resource: AnyResource) => ({ cookie: resource.area === 'system' ? own.sys : own.cookie });
const call = (
  resource: AnyResource,
  operation: Operation | undefined,
  input: object,
  options = cookieFor(resource),
) => {
  assert.ok(operation);
  return app.call(operation, input as never, options);
};
async function read(resource: AnyResource, input: object = {}): Promise<Row[]> {
  const { answer } = await call(resource, resource.operations.getPaginated, { rowsPerPage: 200, ...input });
  return (answer as Listed)[resource.declared.rowsKey] ?? [];
}
/** Returns at least one row, created through the list itself where possible. */
async function sampleRow(name: string, resource: AnyResource): Promise<Row> {
  const sample = sampleOf(name, resource);
  const { operations } = resource;
  if (sample.seed) await sample.seed(app, own);
  if (operations.insert && sample.input) {
    const { answer } = await call(resource, operations.insert, sample.input(own));
    return answer as Row;
  }
  const [row] = await read(resource);
  assert.ok(row, `${name} has no row`);
  return row;
}

/** The input that updates a row. */
function changed({ declared }: AnyResource, row: Row, change: Record<string, unknown>) {
  const input = Object.keys((declared.input && fieldsOf(declared.input)) ?? {});
  const written = Object.fromEntries(input.map((field) => [field, row[field] ?? null]));
  return { ...written, ...change, id: row.id, version: row.version };
}
async function updated(resource: AnyResource, row: Row, change: Record<string, unknown>): Promise<Row> {
  const { status, answer, body } = await call(resource, resource.operations.update, changed(resource, row, change));
  assert.equal(status, 200, body);
  return answer as Row;
}

/** A word of a field's value as a person would type it; undefined when it has none. */
function textOf(value: unknown, kind: string): string | undefined {
  if (['id', 'object', 'instant', 'date', 'number', 'money', 'bytes'].includes(kind)) return undefined;
  if (typeof value === 'boolean') return translate('en', value ? 'grid.yes' : 'grid.no');
  const text = String(Array.isArray(value) ? (value[0] ?? '') : (value ?? ''));
  return text.split(/[\s,]+/).find(Boolean);
}

test('a list’s tables are all tables that can be synchronized', async () => {
  const settings = await app.database.read.selectFrom('tableSettings').select('name').execute();
  const withSettings = new Set(settings.map(({ name }) => name));
  for (const [name, { declared }] of lists) {
    for (const table of declared.tables ?? []) assert.ok(withSettings.has(table), `${name} names ${table}`);
  }
});

for (const [name, resource] of lists) {
  const { declared, operations } = resource;
  const wire = (field: string) => wireName(field, fieldOf(declared, field));

  test(`${name}: every order works in both directions, and pages follow one another`, async () => {
    await sampleRow(name, resource);
    for (const field of declared.sort) {
      for (const order of [wire(field), `-${wire(field)}`]) {
        const all = await read(resource, { order });
        const paged = [
          ...(await read(resource, { order, rowsPerPage: 1, pageNr: 1 })),
          ...(await read(resource, { order, rowsPerPage: 1, pageNr: 2 })),
        ];
        assert.deepEqual(
          paged.map(({ id }) => id),
          all.slice(0, 2).map(({ id }) => id),
          order,
        );
      }
    }
    const refused = await call(resource, operations.getPaginated, { order: 'nothing' });
    assert.equal(refused.status, 417);
  });

  test(`${name}: words match a row, and so do its fields by name; nonsense matches nothing`, async () => {
    const row = await sampleRow(name, resource);
    const title = String(row[declared.title]);
    const has = async (search: string) => (await read(resource, { search })).some(({ id }) => id === row.id);
    const words = title.replaceAll(',', ' ');
    assert.ok(await has(words.toUpperCase()), words);
    assert.ok(await has(`${wire(declared.title)}: ${words}`));
    assert.deepEqual(await read(resource, { search: 'qqzzqq' }), []);
    assert.deepEqual(await read(resource, { search: `${wire(declared.title)}:qqzzqq` }), []);
    assert.deepEqual(await read(resource, { search: '%_%_%' }), []);
  });

  test(`${name}: a row’s values are found by every name of their field, and without one`, async () => {
    const made = await sampleRow(name, resource);
    const { filled } = sampleOf(name, resource);
    const row = filled ? await updated(resource, made, filled(app)) : made;
    const has = async (search: string) => (await read(resource, { search })).some(({ id }) => id === row.id);
    for (const [alias, field] of searchableFields(resource)) {
      const kind = kindOf(fieldOf(declared, field));
      // A search reads the text of a page, not its markup.
      const value =
        kind === 'html'
          ? String(row[field])
              .replace(/<[^>]*>/g, ' ')
              .trim()
          : row[field];
      const text = textOf(value, kind);
      if (text === undefined) continue;
      assert.ok(await has(`${alias.toUpperCase()}: ${text}`), `${alias}: ${text}`);
      if (declared.wordFields?.includes(field) ?? true) assert.ok(await has(text), `${text}, which is in ${field}`);
      assert.ok(!(await has(`${alias}:qqzzqq`)), `${alias}, by what it does not say`);
    }
    for (const [alias, field] of Object.entries(declared.search ?? {})) {
      const schema = fieldOf(declared, field);
      const kind = kindOf(schema);
      // The tests of its list search for the field that stands for the object.
      assert.ok(kind === 'object' ? metaOf(schema, 'shown') : textOf(row[field], kind), `${alias} was not tried`);
    }
  });

  if (filtersOf(declared).length) {
    test(`${name}: can be filtered by each value of its closed fields`, async () => {
      const row = await sampleRow(name, resource);
      for (const field of filtersOf(declared)) {
        const found = await read(resource, { [field]: row[field] });
        assert.ok(found.some(({ id }) => id === row.id) && found.every((one) => one[field] === row[field]), field);
        // An enum's options, or none.
        const schema = unwrap(fieldOf(declared, field)) as { options?: readonly unknown[] };
        const other = (schema.options ?? [true, false]).find((option) => option !== row[field]);
        // A field may have one value only, so far.
        if (other === undefined) continue;
        assert.ok(
          (await read(resource, { [field]: other })).every((one) => one[field] === other),
          field,
        );
      }
    });
  }

  if (declared.range) {
    test(`${name}: a range limits the rows, its ends in either order`, async () => {
      const row = await sampleRow(name, resource);
      const at = Temporal.Instant.from(String(row[declared.range?.field ?? '']));
      const has = async (input: object) => (await read(resource, input)).some(({ id }) => id === row.id);
      const [before, behind] = [at.subtract({ seconds: 1 }).toString(), at.add({ seconds: 1 }).toString()];
      assert.ok(await has({ startDate: before, endDate: behind }));
      assert.ok(await has({ startDate: behind, endDate: before }));
      assert.ok(!(await has({ startDate: behind })));
      assert.ok(!(await has({ startDate: '2020-01-01T00:00:00Z', endDate: before })));
    });
  }

  if (resource.area === 'company') {
    test(`${name}: another company can neither read nor change its rows`, async () => {
      const row = await sampleRow(name, resource);
      const theirs = { cookie: foreign.cookie };
      const listed = await call(resource, operations.getPaginated, { rowsPerPage: 200 }, theirs);
      assert.ok(!JSON.stringify(listed.answer).includes(row.id));
      assert.equal((await call(resource, operations.getById, { id: row.id }, theirs)).status, 404);
      if (operations.delete) {
        assert.equal((await call(resource, operations.delete, { id: row.id }, theirs)).status, 404);
      }
      if (operations.update) {
        const input = { ...sampleOf(name, resource).input?.(foreign), id: row.id };
        assert.equal((await call(resource, operations.update, input, theirs)).status, 404);
      }
    });
  }

  if (operations.update) {
    test(`${name}: each version can be changed once; the second change gets the current row`, async () => {
      const row = await sampleRow(name, resource);
      const change = sampleOf(name, resource).change;
      const next = changed(resource, row, { ...change });
      const saved = (await call(resource, operations.update, next)).answer as Row;
      for (const [field, value] of Object.entries(change ?? {})) assert.deepEqual(saved[field], value);
      assert.notEqual(saved.version, row.version);
      const second = await call(resource, operations.update, next);
      assert.equal(second.status, 409);
      assert.equal(JSON.parse(second.body).Row.Id, row.id);
      assert.deepEqual((await call(resource, operations.getById, { id: row.id })).answer, saved);
    });
  }

  if (operations.delete) {
    test(`${name}: a deleted row is gone`, async () => {
      const row = await sampleRow(name, resource);
      assert.equal((await call(resource, operations.delete, { id: row.id })).status, 204);
      assert.equal((await call(resource, operations.getById, { id: row.id })).status, 404);
      assert.equal((await call(resource, operations.delete, { id: row.id })).status, 404);
    });
  }

  if (operations.restore) {
    test(`${name}: a deleted row can be restored once, by the person who deleted it`, async () => {
      const row = await sampleRow(name, resource);
      // A row that is never updated has no version; restoring any other gives it a new one.
      const asItWas = (answer: unknown) => ({ ...(answer as Row), ...('version' in row && { version: row.version }) });
      const take = (cookie: string) => call(resource, operations.restore, { id: row.id }, { cookie });
      const mine = cookieFor(resource).cookie;
      assert.equal((await take(mine)).status, 404, 'it is there');
      await call(resource, operations.delete, { id: row.id });
      for (const cookie of [foreign.cookie, other[resource.area]]) {
        assert.equal((await take(cookie)).status, resource.area === 'system' && cookie === foreign.cookie ? 403 : 404);
      }
      assert.deepEqual(asItWas((await take(mine)).answer), row);
      assert.equal((await take(mine)).status, 404, 'it is there again');
      const { answer } = await call(resource, operations.getById, { id: row.id });
      assert.deepEqual(asItWas(answer), row);
    });
  }

  test(`${name}: an export contains the rows of the list, in both formats`, async () => {
    const row = await sampleRow(name, resource);
    const title = String(row[declared.title]);
    const [csv, xlsx] = await Promise.all(
      ['csv', 'xlsx'].map((format) =>
        app.server.inject({ url: `/${operations.export.path}?format=${format}`, headers: cookieFor(resource) }),
      ),
    );
    assert.equal(csv?.statusCode, 200);
    assert.ok(csv?.body.includes(title.replaceAll('"', '""')), csv?.body.slice(0, 200));
    assert.equal(xlsx?.statusCode, 200);
    // Read with a spreadsheet library.
    const [head, ...rows] = await readSheet(xlsx?.rawPayload ?? Buffer.alloc(0));
    const [titles = ''] = csv?.body.replace(/^\uFEFF/, '').split('\r\n') ?? [];
    assert.doesNotMatch(titles, /grid\.field/);
    assert.doesNotMatch(csv?.body ?? '', /\[object /);
    assert.equal(head?.map(String).join(','), titles.replaceAll('"', ''));
    assert.ok(
      rows.some((cells) => cells.map(String).includes(title)),
      title,
    );
  });

  if (operations.getAll) {
    test(`${name}: all rows at once are the same list`, async () => {
      const row = await sampleRow(name, resource);
      const { answer } = await call(resource, operations.getAll, {});
      assert.ok((answer as Row[]).some(({ id }) => id === row.id));
    });
  }

  if (operations.clear) {
    test(`${name}: can be cleared`, async () => {
      const row = await sampleRow(name, resource);
      assert.equal((await call(resource, operations.clear, {})).status, 204);
      assert.equal((await call(resource, operations.getById, { id: row.id })).status, 404);
    });
  }

  test(`${name}: its title and its fields are labelled in every language`, () => {
    const visible = Object.entries(declared.row.shape).filter(
      ([field, schema]) => !['id', 'version'].includes(field) && kindOf(schema as never) !== 'object',
    );
    const fields = new Set([...visible.map(([field]) => field), ...Object.keys(declared.input?.shape ?? {})]);
    for (const language of languageKeys) {
      for (const word of ['title', 'new', 'empty', ...(operations.delete ? ['notDeleted'] : [])]) {
        const key = `list.${resource.name}.${word}`;
        assert.notEqual(translate(language, uncheckedKey(key)), key, language);
      }
      for (const field of fields) {
        assert.ok(!labelOf(resource, field, language).startsWith('grid.'), `${language}: ${resource.name} ${field}`);
      }
      const options = filtersOf(declared).flatMap((field) =>
        ((unwrap(fieldOf(declared, field)) as { options?: string[] }).options ?? []).map((option) => [field, option]),
      );
      for (const [field = '', option = ''] of options) {
        assert.ok(optionLabel(resource, field, option, language), `${language}: ${resource.name} ${field} ${option}`);
      }
    }
  });
}
