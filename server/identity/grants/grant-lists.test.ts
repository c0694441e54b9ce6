// Tests of the lists of switches through HTTP: order, search by labels, filters, bounded counts, export.
import assert from 'node:assert/strict';
import { randomUUIDv7 } from 'node:crypto';
import { after, test } from 'node:test';
import { sql } from 'kysely';
import { readSheet } from 'read-excel-file/node';
import { companyGrantLists, groupGrantLists, systemGrantLists } from '#contract/identity/grants.ts';
import type { AnyList } from '#contract/lib/resource.ts';
import { fieldOf } from '#contract/lib/resource.ts';
import { wireName } from '#contract/lib/wire.ts';
import { uncheckedKey } from '#i18n/keys.ts';
import { hasLabel } from '#server/lib/grid/labels.ts';
import { searchableFields } from '#server/lib/grid/search.ts';
import { languageKeys, translate } from '#server/lib/i18n.ts';
import { type BuiltEmployee, buildAction, buildBusiness, buildEmployee } from '#server/testing/build/business.ts';
import { signIn } from '#server/testing/build/sign-in.ts';
import { setUpFile } from '#server/testing/set-up-file.ts';
import { type TestApp, testApp } from '#server/testing/test-app.ts';

interface Row {
  id: string;
  userId: string;
  companyId: string;
  person: string;
  groupName: string;
  name: string;
  allow: boolean;
}
type Listed = { totalRows: number; isLowerBound: boolean; acl: Row[] };

let app: TestApp;
let admin: { cookie: string };
let operator: { cookie: string };
let zanis: BuiltEmployee;
let abroad: BuiltEmployee;

setUpFile(import.meta, async () => {
  app = await testApp();
  const business = await buildBusiness(app, { actions: ['admin'], logIn: 'anna.admin@daybook.test' });
  zanis = await buildEmployee(app, business.location, {
    actions: ['user'],
    firstName: 'Žanis',
    lastName: 'Ozoliņš',
    logIn: 'z.o@daybook.test',
  });
  const elsewhere = await buildBusiness(app, { actions: ['admin'] });
  abroad = elsewhere.employee;
  const { write } = app.database;
  await write
    .updateTable('companies')
    .set({ name: 'Kafejnīca Ķīpsalā' })
    .where('id', '=', business.company.id)
    .execute();
  const desk = randomUUIDv7();
  await write.insertInto('groups').values({ id: desk, name: 'Réception' }).execute();
  await write
    .insertInto('groupActions')
    .values({ groupId: desk, actionId: await buildAction(app, 'lcladmin') })
    .execute();
  admin = await signIn(app, business.employee);
  operator = await signIn(app, (await buildBusiness(app, { actions: ['sys'] })).employee);
});
after(() => app[Symbol.asyncDispose]());

const lists: [string, AnyList][] = [
  ...Object.values(companyGrantLists).map((list): [string, AnyList] => [`${list.name} of a company`, list]),
  ...Object.values(systemGrantLists).map((list): [string, AnyList] => [`${list.name} of all`, list]),
  ...Object.values(groupGrantLists).map((list): [string, AnyList] => [list.name, list]),
];
const caller = ({ area }: AnyList) => (area === 'company' ? admin : operator);
async function read(list: AnyList, input: object = {}, as = caller(list)): Promise<Listed> {
  const whole = { rowsPerPage: 200, ...input };
  const { status, answer, body } = await app.call(list.operations.getPaginated, whole as never, as);
  assert.equal(status, 200, body);
  return answer as Listed;
}
const file = (list: AnyList, query: string, as = caller(list)) =>
  app.server.inject({ url: `/${list.operations.export.path}?${query}`, headers: as });
const wire = (list: AnyList, field: string) => wireName(field, fieldOf(list.declared, field));

for (const [name, list] of lists) {
  test(`${name}: every order works in both directions, and pages follow one another`, async () => {
    for (const field of list.declared.sort) {
      for (const order of [wire(list, field), `-${wire(list, field)}`]) {
        const all = (await read(list, { order })).acl.map(({ id }) => id);
        const [first, second] = [
          await read(list, { order, rowsPerPage: 1 }),
          await read(list, { order, rowsPerPage: 1, pageNr: 2 }),
        ];
        assert.deepEqual(
          [...first.acl, ...second.acl].map(({ id }) => id),
          all.slice(0, 2),
          order,
        );
      }
    }
    assert.equal(
      (await app.call(list.operations.getPaginated, { order: 'nothing' } as never, caller(list))).status,
      417,
    );
  });

  test(`${name}: a row’s values are found by every name of their field, and without one`, async () => {
    const [row] = (await read(list, { search: list.declared.title === 'groupName' ? 'reception' : 'zanis' })).acl;
    assert.ok(row);
    const has = async (search: string) => (await read(list, { search })).acl.some(({ id }) => id === row.id);
    for (const [alias, field] of searchableFields(list)) {
      const value = String(row[field as keyof Row]);
      const text: string =
        field === 'allow' ? translate('en', row.allow ? 'grid.yes' : 'grid.no') : value.replace(/ .*/, '');
      assert.ok(await has(`${alias.toUpperCase()}: ${text}`), `${alias}: ${text}`);
      assert.ok(await has(text), text);
      assert.ok(!(await has(`${alias}:qqzzqq`)), `${alias}, by what it does not say`);
    }
    assert.equal((await read(list, { search: '%_%_%' })).totalRows, 0);
  });

  test(`${name}: can be filtered by what is granted`, async () => {
    const [granted, others, all] = [
      await read(list, { allow: true }),
      await read(list, { allow: false }),
      await read(list),
    ];
    assert.ok(granted.acl.every(({ allow }) => allow) && others.acl.every(({ allow }) => !allow));
    assert.equal(granted.totalRows + others.totalRows, all.totalRows);
    assert.deepEqual((await read(list, { search: 'allow:yes' })).totalRows, granted.totalRows);
  });

  test(`${name}: each of its fields is labelled, in every language`, () => {
    for (const language of languageKeys) {
      for (const word of ['title', 'empty']) {
        const key = `list.${list.name}.${word}`;
        assert.notEqual(translate(language, uncheckedKey(key)), key, language);
      }
      for (const field of Object.keys(list.declared.row.shape).filter((one) => one !== 'id')) {
        assert.ok(hasLabel(list, field, language), `${language}: ${field}`);
      }
    }
  });

  test(`${name}: an export contains the rows of the list, in both formats`, async () => {
    const { totalRows } = await read(list, { search: 'allow:yes' });
    const [csv, xlsx] = [await file(list, 'search=allow:yes'), await file(list, 'search=allow:yes&format=xlsx')];
    const [titles = '', ...lines] = csv.body
      .replace(/^\uFEFF/, '')
      .trim()
      .split('\r\n');
    assert.equal(lines.length, totalRows);
    const [head, ...rows] = await readSheet(xlsx.rawPayload);
    assert.equal(head?.map(String).join(','), titles);
    assert.equal(rows.length, totalRows);
  });
}

test('people match case- and accent-insensitively, by their company and by displayed labels', async () => {
  const { actions, pages, groups } = systemGrantLists;
  const found = async (list: AnyList, search: string) => {
    const { acl } = await read(list, { search });
    return new Set(acl.map(({ person, name }) => `${person}: ${name}`));
  };
  const zanisName = 'Žanis Ozoliņš (z.o@daybook.test)';
  assert.deepEqual(await found(actions, 'OZOLINS user:zanis action:user'), new Set([]), 'a pair ends with a comma');
  assert.deepEqual(await found(actions, 'user:OZOLINS zanis z.o@, role:user'), new Set([`${zanisName}: user`]));
  assert.deepEqual(await found(actions, 'kipsala zanis, role:location admin'), new Set([`${zanisName}: lcladmin`]));
  assert.deepEqual(await found(actions, 'zanis location'), new Set([`${zanisName}: lcladmin`]));
  assert.deepEqual(await found(pages, 'user:zanis, page:employees'), new Set([`${zanisName}: Employees`]));
  assert.deepEqual(
    await found(groups, 'company:kafejnica, user:zanis, group:reception'),
    new Set([`${zanisName}: Réception`]),
  );
  const groupsWith = await read(groupGrantLists.actions, {
    search: 'group:reception, role:location admin, allow:yes',
  });
  assert.deepEqual(
    groupsWith.acl.map(({ groupName, name }) => [groupName, name]),
    [['Réception', 'lcladmin']],
  );
});

test('a search is counted up to a bound', async () => {
  const { write } = app.database;
  await sql`with made as (insert into users (id, log_in, first_name, last_name)
      select gen_random_uuid(), 'many' || n || '@daybook.test', 'Many', 'People' from generate_series(1, 60) n returning id)
    insert into employees (company_id, user_id, url_name) select ${abroad.companyId}, id, id from made`.execute(write);
  const search = 'user:many';
  const short = await read(systemGrantLists.pages, { search, rowsPerPage: 20 });
  assert.deepEqual([short.totalRows, short.isLowerBound], [500, true]);
  const whole = await read(systemGrantLists.pages, { search: `${search}, page:employees`, rowsPerPage: 20 });
  assert.deepEqual([whole.totalRows, whole.isLowerBound], [60, false]);
});

test('an export evaluates no formula in a name, uses labels, and is recorded in the audit', async () => {
  const { write, read: db } = app.database;
  await write
    .updateTable('users')
    .set({ firstName: '=1+1', lastName: '"Q", Ž' })
    .where('id', '=', abroad.userId)
    .execute();
  const query = 'search=user:q,role:administrator,allow:yes&columns=Person,FirstName,Name,Allow';
  const csv = await file(systemGrantLists.actions, query);
  assert.match(String(csv.headers['content-disposition']), /useractions-2026-03-02\.csv/);
  assert.equal(
    csv.body,
    `\uFEFFPerson,First name,Role,Granted\r\n"'=1+1 ""Q"", Ž (${abroad.logIn})",'=1+1,Administrator,Yes\r\n`,
  );
  const xlsx = await file(systemGrantLists.actions, `${query}&format=xlsx`);
  assert.deepEqual((await readSheet(xlsx.rawPayload))[1], [
    `=1+1 "Q", Ž (${abroad.logIn})`,
    '=1+1',
    'Administrator',
    true,
  ]);
  const audits = await db.selectFrom('userAudits').select('text').where('text', '=', 'Exported useractions').execute();
  assert.ok(audits.length >= 2);
});

test('another company sees none of its rows, not in exports either', async () => {
  const theirs = await signIn(app, abroad);
  for (const list of Object.values(companyGrantLists)) {
    for (const search of ['', 'zanis', `company:kafejnica`]) {
      const { acl } = await read(list, { search }, theirs);
      assert.ok(
        acl.every(({ companyId }) => companyId === abroad.companyId),
        list.name,
      );
    }
    const { statusCode, body } = await file(list, '', theirs);
    assert.equal(statusCode, 200);
    assert.ok(!body.includes(zanis.logIn) && !body.includes('Kafejn'), list.name);
  }
  for (const list of Object.values(systemGrantLists)) {
    assert.equal((await file(list, '', theirs)).statusCode, 403);
  }
});

test('the things granted have labels in the reader’s language, in the search and in exports', async () => {
  const { employee } = await buildBusiness(app, { actions: ['sys'] });
  await sql`update users set language_id = (select id from languages where key = 'de') where id = ${employee.userId}`.execute(
    app.database.write,
  );
  const as = await signIn(app, employee);
  const called = translate('de', 'app.menuName.employees');
  const { acl } = await read(systemGrantLists.pages, { search: `user:zanis, page:${called}` }, as);
  assert.deepEqual(
    acl.map(({ name }) => name),
    [called],
  );
  const { body } = await file(systemGrantLists.pages, `search=user:zanis,page:${called}&columns=Name`, as);
  assert.equal(body, `\uFEFFSeite\r\n${called}\r\n`);
});
