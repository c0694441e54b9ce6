// Tests that kill -9 of sending processes loses no mail, and doubles none beyond what its guarantee says.
import assert from 'node:assert/strict';
import { tmpdir } from 'node:os';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { openMessaging } from '#server/messaging/open-messaging.ts';
import { buildMail } from '#server/testing/build-mail.ts';
import { killOutbox } from '#server/testing/kill-outbox.ts';
import { openSmtpReceiver } from '#server/testing/smtp.ts';
import { testApp } from '#server/testing/test-app.ts';

const kills = 4;
const processes = 2;
const count = 300;

test('after eight kills of two processes, what goes out once is sent once or uncertain, and the rest is all sent', async () => {
  await using server = await openSmtpReceiver({
    data: async () => {
      await sleep(20, undefined, { ref: false });
      return undefined;
    },
  });
  await using app = await testApp({ env: { SMTP_URL: server.url } });
  for (let i = 0; i < count; i++) {
    const isOnce = i % 2 === 0;
    await buildMail(app, {
      toEMail: `${isOnce ? 'once' : 'again'}-${i}@example.test`,
      ...(isOnce && { guarantee: 'once', lane: 'turn', laneKey: `campaign ${i % 6}`, purpose: 'campaign' }),
    });
  }
  const { user, host, port, database } = app.database.connection;
  await killOutbox({
    databaseUrl: `postgresql://${user}@/${database}?host=${encodeURIComponent(host ?? '')}&port=${port}`,
    smtpUrl: server.url,
    dataDir: tmpdir(),
    kills,
    processes,
    async atWork() {
      const before = server.mails.length;
      for (let tries = 0; tries < 200 && server.mails.length < before + 5; tries++) await sleep(5);
    },
  });
  // The claims of the dead expire.
  app.clock.set(Temporal.Now.instant().add({ minutes: 3 }));
  const outbox = openMessaging(app);
  await outbox.drain();
  await outbox.close();

  const received = (of: string) =>
    server.mails.map(({ envelope }) => envelope.to[0] ?? '').filter((address) => address.startsWith(of));
  assert.equal(new Set(received('again')).size, count / 2, 'none is lost');
  const once = received('once');
  assert.equal(new Set(once).size, once.length, 'none is sent twice');
  const rows = await app.database.read
    .selectFrom('deliveries')
    .select(['address', 'state'])
    .where('guarantee', '=', 'once')
    .execute();
  const uncertain = rows.filter(({ state }) => state === 'uncertain');
  assert.deepEqual(
    [...new Set(rows.map(({ state }) => state))].filter((state) => !['sent', 'uncertain'].includes(state)),
    [],
  );
  const sent = rows.filter(({ state }) => state === 'sent').map(({ address }) => address);
  assert.ok(
    sent.every((address) => once.includes(address)),
    'what is marked as sent has arrived',
  );
  assert.equal(sent.length + uncertain.length, count / 2);
  assert.ok(uncertain.length < count / 4, `${uncertain.length} uncertain`);
});
