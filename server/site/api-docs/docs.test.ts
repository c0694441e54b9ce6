// Tests of the API pages, through HTTP; an OpenAPI linter validates the document.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import { services } from '#contract/all.ts';
import type { ApiOperation, OpenApi } from '#contract/lib/openapi.ts';
import type { Operation } from '#contract/lib/service.ts';
import { type TestApp, testApp } from '#server/testing/test-app.ts';

const all: Operation[] = Object.values(services).flatMap((service): Operation[] => Object.values(service));

async function documentOf(app: TestApp): Promise<OpenApi> {
  const answer = await app.server.inject('/api/openapi.json');
  assert.equal(answer.statusCode, 200);
  assert.match(String(answer.headers['content-type']), /^application\/json/);
  return answer.json();
}

test('the document is valid OpenAPI 3.1 by the recommended rules', async () => {
  await using app = await testApp();
  const source = JSON.stringify(await documentOf(app));
  const config = await createConfig({ extends: ['recommended'] });
  const problems = await lintFromString({ source, absoluteRef: 'openapi.json', config });
  const messages = problems.map(({ ruleId, message, location }) => `${ruleId}: ${message} ${location[0]?.pointer}`);
  assert.deepEqual([...new Set(messages)], []);

  const spoilt = source.replace('"operationId":"home_Search"', '"operationId":"home_Feedback"');
  assert.equal(
    (await lintFromString({ source: spoilt, absoluteRef: 'openapi.json', config })).length,
    1,
    'it does look',
  );
});

test('the document has every declared call, by every method', async () => {
  await using app = await testApp();
  const { paths } = await documentOf(app);
  const documented = Object.entries(paths).flatMap(([path, byMethod]) =>
    Object.keys(byMethod).map((method) => `${method.toUpperCase()} ${path}`),
  );
  const declared = all.flatMap(({ methods, path }) =>
    methods.map((method) => `${method} /${path.replace(/:(\w+)/g, '{$1}')}`),
  );
  assert.deepEqual(documented.toSorted(), declared.toSorted());
});

test('the document uses the names of the wire, none of the inner names', async () => {
  await using app = await testApp();
  const { paths } = await documentOf(app);
  const operation = (path: string, method: 'get' | 'post' | 'delete'): ApiOperation => {
    const found = paths[path]?.[method];
    assert.ok(found, path);
    return found;
  };
  const insert = operation('/api/calendars/InsertEvent', 'post');
  const body = insert.requestBody?.content['application/json']?.schema;
  assert.ok(body?.properties?.CalendarCalendars_Id);
  assert.deepEqual(body.required, ['CalendarCalendars_Id', 'Title', 'Start', 'End']);
  assert.deepEqual(insert.security, [{ session: [] }]);
  assert.ok('403' in insert.responses && '410' in insert.responses && '417' in insert.responses);

  const search = operation('/api/home/Search', 'get');
  assert.deepEqual(
    search.parameters?.map(({ name, required }) => [name, required]),
    [
      ['pageNr', false],
      ['rowsPerpage', false],
      ['str', false],
    ],
  );
  assert.deepEqual(search.security, []);
  assert.ok(!('410' in search.responses));
  const picture = operation('/api/image/{id}/Get/{width}/{height}', 'get');
  assert.deepEqual(new Set(picture.parameters?.map((parameter) => parameter.in)), new Set(['path']));
  assert.equal(operation('/api/banners/Visit', 'get').operationId, 'banners_Visit_get');
  assert.ok('204' in operation('/api/publiccalendars/GetFirstFree', 'get').responses);

  const names = new Set<string>();
  JSON.stringify(paths, (key, value: unknown) => {
    if (key === 'properties' && typeof value === 'object') for (const name of Object.keys(value ?? {})) names.add(name);
    return value;
  });
  assert.ok(names.size > 100);
  // The specification itself starts a company's `eMail` with a small letter.
  for (const name of names) if (name !== 'eMail') assert.match(name, /^[A-Z]/);
});

test('the page lists every call and runs no script', async () => {
  await using app = await testApp();
  const answer = await app.server.inject('/api/docs');
  assert.equal(answer.statusCode, 200);
  assert.match(String(answer.headers['content-type']), /^text\/html/);
  assert.match(String(answer.headers['content-security-policy']), /script-src 'self'/);
  assert.doesNotMatch(answer.body, /<script|javascript:|\son\w+=/i);
  for (const { path } of all) {
    const rendered = `/${path.replace(/:(\w+)/g, '{$1}')}`.replaceAll('/', '/<wbr>');
    assert.ok(answer.body.includes(`<code>${rendered}</code>`), path);
  }
  const links = [...answer.body.matchAll(/href="#([^"]+)"/g)].map(([, id = '']) => id);
  for (const id of links) assert.ok(answer.body.includes(`id="${id}"`), id);
  const ids = [...answer.body.matchAll(/\sid="([^"]+)"/g)].map(([, id]) => id);
  assert.equal(new Set(ids).size, ids.length, 'no id twice');
});
