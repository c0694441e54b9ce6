// Tests that bodies have to arrive in time, over real connections to the whole application.
import assert from 'node:assert/strict';
import { type AddressInfo, connect } from 'node:net';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { publicCalendars } from '#contract/booking/public.ts';
import { files } from '#contract/files.ts';
import { buildApp } from '#server/app.ts';
import { buildBusiness } from '#server/testing/build/business.ts';
import { signIn } from '#server/testing/build/sign-in.ts';
import { steadyNow } from '#server/testing/steady-clock.ts';
import { testApp } from '#server/testing/test-app.ts';

const deadlines = { json: 300, file: 1_200, idle: 300 };
/** More than these, and less than a body of a file may take in all (ms). */
const soon = 1_000;

test('a body that does not arrive in time is refused with 408, and its connection is closed', async () => {
  await using app = await testApp();
  const { employee } = await buildBusiness(app, { actions: ['admin'] });
  const { cookie } = await signIn(app, employee);
  const server = await buildApp(app, { deadlines });
  await server.listen({ port: 0, host: '127.0.0.1' });
  const { port } = server.server.address() as AddressInfo;

  /** Sends the head of a request and then bytes of its body one by one; resolves when the connection is closed. */
  async function send(path: string, type: string, body: string, everyMs: number) {
    const socket = connect(port, '127.0.0.1');
    let text = '';
    socket.setEncoding('utf8').on('data', (part) => {
      text += part;
    });
    socket.on('error', () => {});
    const [start, steadyStart] = [performance.now(), steadyNow()];
    const head = [`POST /${path} HTTP/1.1`, 'host: localhost', `cookie: ${cookie}`, `content-type: ${type}`];
    socket.write(`${[...head, 'content-length: 5000'].join('\r\n')}\r\n\r\n${body}`);
    const drip = setInterval(() => socket.write('x'), everyMs);
    const closed = new Promise((resolve) => socket.once('close', resolve));
    await Promise.race([closed, sleep(5_000)]);
    clearInterval(drip);
    socket.destroy();
    const took = performance.now() - start;
    return { status: Number(text.split(' ')[1]), text, took, steady: steadyNow() - steadyStart };
  }

  const file = '--b\r\nContent-Disposition: form-data; name="File"; filename="a.txt"\r\n\r\n';
  const form = 'multipart/form-data; boundary=b';
  const [json, ended, idle, slow, early] = await Promise.all([
    send(publicCalendars.insertEvent.path, 'application/json', '{"Name":"', 50),
    send('api/nowhere', 'application/json', '{', 50),
    send(files.uploadFile.path, form, file, 100_000),
    send(files.uploadFile.path, form, file, 50),
    send(publicCalendars.insertEvent.path, 'text/plain', 'x', 50),
  ]);
  assert.equal(json.status, 408, json.text);
  assert.match(json.text, /"Code":"error.lateBody"/);
  assert.ok(json.took >= 290 && json.steady < soon, `${json.took}`);
  assert.equal(idle.status, 408, idle.text);
  assert.ok(idle.steady < soon, `${idle.took}`);
  // As long as bytes arrive, a file has more time.
  assert.equal(slow.status, 408, slow.text);
  assert.ok(slow.took >= 1_190 && slow.steady < 4_000, `${slow.took}`);
  // Refused for another reason before the body was complete: the connection is not held either.
  for (const { steady } of [ended, early]) assert.ok(steady < soon, `${steady}`);
  await server.close();
});
