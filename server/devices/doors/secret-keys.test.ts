// Tests that the key of a device is in no log, whatever happens to its requests.
import assert from 'node:assert/strict';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { sql } from 'kysely';
import pino from 'pino';
import { buildApp } from '#server/app.ts';
import { type Cut, cutPlaces, exchange, type PrinterRequest } from '#server/testing/printers/exchange.ts';
import { openDesk } from '#server/testing/printers/print-desk.ts';

test('no log has a key: neither of requests that go well nor of those that fail', async () => {
  await using desk = await openDesk('star');
  const lines: string[] = [];
  const log = pino({ level: 'trace' }, { write: (line: string) => void lines.push(line) });
  const server = await buildApp({ ...desk.app, log });
  await server.listen({ port: 0, host: '127.0.0.1' });
  try {
    const { port } = server.server.address() as AddressInfo;
    const address = `http://127.0.0.1:${port}/api/hooks`;
    const statuses = new Set<number>();
    const send = async (request: PrinterRequest, cut?: Cut) => {
      const answer = await exchange(request, cut).catch(() => undefined);
      if (answer) statuses.add(answer.status);
    };
    const sendAll = async () => {
      for (const door of ['star', 'epson', 'nowhere']) {
        const url = `${address}/${door}/${desk.key}`;
        const large = { method: 'POST', url, body: 'x'.repeat(100_000) } as const;
        await send({ method: 'POST', url, body: '{' });
        await send({ method: 'GET', url: `${url}?type=text/plain` });
        await send({ method: 'GET', url: `${url}?type=image/png` });
        await send({ method: 'DELETE', url: `${url}?code=%00` });
        await send({ method: 'POST', url: `${url}%`, body: '{}' });
        await send({ method: 'POST', url, headers: { 'Content-Encoding': 'gzip' }, body: 'x' });
        for (const cut of [undefined, ...cutPlaces]) await send(large, cut);
      }
    };
    await desk.queue();
    await sendAll();
    // Something breaks that should not.
    await sql`alter table device_states rename to broken_states`.execute(desk.app.database.write);
    await desk.queue().catch(() => {});
    await sendAll();
    await sql`alter table broken_states rename to device_states`.execute(desk.app.database.write);
    for (const status of [200, 400, 404, 413, 415, 500])
      assert.ok(statuses.has(status), `${status} of ${[...statuses]}`);
    assert.ok(lines.length > 0);
    assert.deepEqual(
      lines.filter((line) => line.includes(desk.key)),
      [],
    );
  } finally {
    await server.close();
  }
});
