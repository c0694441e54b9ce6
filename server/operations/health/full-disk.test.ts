// Tests of a full disk: callers are told, the process is not ready, and both end by themselves.
import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { test } from 'node:test';
import fastifyCompress from '@fastify/compress';
import Fastify from 'fastify';
import { sql } from 'kysely';
import { files } from '#contract/files.ts';
import { spoolToFile } from '#server/lib/files/spool.ts';
import { answerErrors } from '#server/lib/http/errors.ts';
import { buildBusiness } from '#server/testing/build/business.ts';
import { signIn } from '#server/testing/build/sign-in.ts';
import { sendFile } from '#server/testing/clients/upload.ts';
import { testApp } from '#server/testing/test-app.ts';

for (const [condition, state] of [
  ['disk', '53100'],
  ['memory', '53200'],
] as const) {
  test(`while the database has no ${condition} left, changes are 503 and it is not ready; reads go on`, async () => {
    await using app = await testApp();
    const { employee } = await buildBusiness(app, { password: 'correct horse battery' });
    const authenticate = () =>
      app.server.inject({
        method: 'POST',
        url: '/api/user/Authenticate',
        payload: { LogIn: employee.logIn, Password: 'correct horse battery' },
      });
    // The real error of PostgreSQL, as raised when a table cannot grow.
    await sql`create function fill_up() returns trigger language plpgsql as $$
      begin raise exception 'could not extend file: No space left on device' using errcode = ${sql.lit(state)}; end $$`.execute(
      app.database.write,
    );
    await sql`create trigger full_up before insert on throttles for each row execute function fill_up()`.execute(
      app.database.write,
    );
    assert.equal((await app.server.inject('/readyz')).statusCode, 200, 'no change has failed yet');
    const refused = await authenticate();
    assert.deepEqual([refused.statusCode, refused.headers['retry-after']], [503, '30']);
    assert.equal(refused.json().Code, 'error.noRoom');
    assert.match(refused.json().Message, /nothing was saved/);
    for (let time = 0; time < 2; time++) {
      const unready = await app.server.inject('/readyz');
      assert.deepEqual([unready.statusCode, unready.headers['retry-after']], [503, '30']);
      assert.equal(unready.json().Code, 'error.noRoom');
    }
    assert.equal((await app.server.inject('/api/home/GetPlanDetails')).statusCode, 200);
    await sql`drop trigger full_up on throttles`.execute(app.database.write);
    assert.equal((await app.server.inject('/readyz')).statusCode, 200);
    assert.equal((await authenticate()).statusCode, 200);
    const { rows } = await sql`select from throttles where length(key) > 500`.execute(app.database.read);
    assert.equal(rows.length, 0, 'the check leaves nothing behind');
  });
}

test('an upload that the disk has no room for is 503', async () => {
  await using app = await testApp();
  const { employee } = await buildBusiness(app);
  app.files.put = async () => {
    throw Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' });
  };
  const bytes = Buffer.from('%PDF-1.7\n1 0 obj <</Type /Catalog>> endobj\ntrailer <</Root 1 0 R>>\n%%EOF\n');
  const { status, body } = await sendFile(app, files.uploadFile, { name: 'a.pdf', bytes }, await signIn(app, employee));
  assert.equal(status, 503);
  assert.equal(JSON.parse(body).Code, 'error.noRoom');
  assert.deepEqual(await app.database.read.selectFrom('files').selectAll().execute(), []);
});

test('a download whose temporary file does not fit is 503, with words instead of a file', async () => {
  await using server = Fastify();
  answerErrors(server);
  await server.register(fastifyCompress, { global: true, encodings: ['gzip', 'identity'] });
  server.get('/', (_, reply) =>
    reply
      .header('content-disposition', 'attachment')
      .type('text/csv')
      .send(spoolToFile(Readable.from(['a;b']), { one: 1, all: 1 })),
  );
  for (const encoding of ['gzip', 'identity']) {
    const answer = await server.inject({ url: '/', headers: { 'accept-encoding': encoding } });
    assert.deepEqual([answer.statusCode, answer.headers['retry-after']], [503, '30']);
    assert.match(String(answer.headers['content-type']), /^application\/json/);
    assert.equal(answer.headers['content-disposition'], undefined);
    assert.equal(answer.json().Code, 'error.noRoom');
  }
});
