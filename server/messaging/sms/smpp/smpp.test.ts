// Tests of SMS over SMPP, with a real SMSC on loopback: what it gets, receipts, throttling, cuts, wrong settings, texts
// of people, and that all processes share one link.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Pdu } from 'smpp';
import { systemSmsGateways } from '#contract/messaging/sms-gateways.ts';
import { openMessaging } from '#server/messaging/open-messaging.ts';
import type { Outbox } from '#server/messaging/outbox/open-outbox.ts';
import type { SmsOptions } from '#server/messaging/sms/outgoing-sms.ts';
import { buildBusiness } from '#server/testing/build/business.ts';
import { signIn } from '#server/testing/build/sign-in.ts';
import { buildSms } from '#server/testing/build/sms.ts';
import { loopbackCertificate } from '#server/testing/servers/loopback-certificate.ts';
import { openSmsc, type Smsc } from '#server/testing/servers/smsc.ts';
import { type TestApp, testApp } from '#server/testing/test-app.ts';
import { readDelivered, refOf } from './read-delivered.ts';

const { insert, update, sendTest, getPaused } = systemSmsGateways.operations;
const env = { PRIVATE_HOSTS: '127.0.0.1' };
/** Milliseconds. */
const link = { enquire: 40, answer: 300, waits: [10, 20, 40], watch: 20, close: 500 };

/** Asks nothing: on a busy machine, an answer that comes late would cut a link that the test keeps. */
const unasked: SmsOptions = { link: { ...link, enquire: 60_000 } };

const given = ({ host, port }: Pick<Smsc, 'host' | 'port'>, more: object = {}) => ({
  ...{ key: 'Main', kind: 'smpp' as const, host, port, timeOut: 1_000, userName: 'daybook', password: 's3cret' },
  ...{ sender: 'Daybook', ...more },
});

async function withGateway(app: TestApp, smsc: Pick<Smsc, 'host' | 'port'>, more: object = {}) {
  const { employee, company } = await buildBusiness(app, { actions: ['admin', 'sys'] });
  const sys = await signIn(app, employee);
  const { id } = (await app.call(insert, given(smsc, more), sys)).answer;
  return { id, sys, companyId: company.id };
}

function worker(app: TestApp, options: SmsOptions = {}): Outbox & AsyncDisposable {
  const outbox = openMessaging(app, { sms: { link, ...options } });
  return { ...outbox, [Symbol.asyncDispose]: outbox.close };
}

async function statesOf(app: TestApp, ids: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string; state: string }>`
    select id, state from deliveries where id = any(${ids}::uuid[])`.execute(app.database.write);
  return ids.map((id) => rows.find((row) => row.id === id)?.state ?? '');
}

async function until(isTrue: () => boolean | Promise<boolean>): Promise<void> {
  const end = performance.now() + 10_000;
  while (!(await isTrue())) {
    assert.ok(performance.now() < end, `${isTrue} stays false`);
    await sleep(5);
  }
}

let numbers = 0;

/** To a number each. */
async function build(app: TestApp, companyId: string, count: number, more: Parameters<typeof buildSms>[2] = {}) {
  const ids: string[] = [];
  for (let nth = 0; nth < count; nth++) {
    const to = `+371200${String(++numbers).padStart(5, '0')}`;
    ids.push((await buildSms(app, companyId, { to, ...more })).id);
  }
  return ids;
}

test('receipts before the response, after it, twice, never, and for a late response all end right', async () => {
  const givenUp = Promise.withResolvers<void>();
  const smsc: Smsc = await openSmsc({
    async submit({ messageId }, nth) {
      if (nth === 1) assert.equal(await smsc.receipt(messageId, 'DELIVRD'), 0);
      if (nth === 6) await givenUp.promise;
      return undefined;
    },
  });
  await using _ = smsc;
  await using app = await testApp({ env });
  const { companyId } = await withGateway(app, smsc);
  await using outbox = worker(app, unasked);
  const ids: string[] = [];
  for (let nth = 1; nth <= 6; nth++) {
    ids.push(...(await build(app, companyId, 1)));
    await outbox.drain();
  }
  assert.deepEqual((await statesOf(app, ids)).slice(1), ['sent', 'sent', 'sent', 'sent', 'uncertain']);
  givenUp.resolve();
  for (const [id, status] of [
    ['id-2', 'DELIVRD'],
    ['id-2', 'DELIVRD'],
    ['id-2', 'UNDELIV'],
    ['id-3', 'EXPIRED'],
    ['id-3', 'UNKNOWN'],
    ['id-4', 'ENROUTE'],
    ['id-4', 'UNKNOWN'],
    ['id-9', 'DELIVRD'],
  ] as const) {
    assert.equal(await smsc.receipt(id, status), 0);
    await outbox.drain();
  }
  // By options alone, as some name it.
  const options = { short_message: Buffer.alloc(0), receipted_message_id: 'id-5', message_state: 2 };
  assert.equal(await smsc.deliver({ esm_class: 4, ...options }), 0);
  assert.equal(await smsc.receipt('id-6', 'DELIVRD'), 0);
  await until(async () => {
    await outbox.drain();
    return (await statesOf(app, ids))[5] === 'delivered';
  });
  assert.deepEqual(await statesOf(app, ids), [
    ...['delivered', 'delivered', 'undelivered', 'sent', 'delivered', 'delivered'],
  ]);
  const { answer } = await app.database.read
    .selectFrom('deliveries')
    .select('answer')
    .where('id', '=', ids[3] ?? '')
    .executeTakeFirstOrThrow();
  assert.equal(answer, 'Receipt: UNKNOWN, error 000');
  assert.equal(smsc.submits.length, 6);
  const left = await app.database.write.selectFrom('unmatchedReceipts').select('providerRef').execute();
  assert.deepEqual(left, [{ providerRef: 'id-9' }]);
});

test('a throttled link sends everything once, more slowly', async () => {
  const accepted: string[] = [];
  await using smsc = await openSmsc({
    submit({ to }, nth) {
      if (nth <= 15) return { status: nth % 2 ? 0x58 : 0x14 };
      accepted.push(to);
      return undefined;
    },
  });
  await using app = await testApp({ env });
  const { companyId } = await withGateway(app, smsc, { perSecond: 400 });
  await using outbox = worker(app, unasked);
  const ids = await build(app, companyId, 12);
  await outbox.drain();
  assert.ok((await statesOf(app, ids)).every((state) => state === 'sent'));
  assert.equal(accepted.length, 12);
  assert.equal(new Set(accepted).size, 12);
});

test('a response that waits while the process does not run is read, and the link stays', async () => {
  const handedOver = Promise.withResolvers<void>();
  const stalled = Promise.withResolvers<void>();
  let isDue = false;
  await using smsc = await openSmsc({
    async submit() {
      handedOver.resolve();
      await stalled.promise;
      return undefined;
    },
    isAlive() {
      if (isDue) {
        const end = performance.now() + 1.5 * link.answer;
        while (performance.now() < end);
        stalled.resolve();
      }
      return true;
    },
  });
  await using app = await testApp({ env });
  const { companyId } = await withGateway(app, smsc);
  await using outbox = worker(app);
  const ids = await build(app, companyId, 1);
  const draining = outbox.drain();
  await handedOver.promise;
  isDue = true;
  await stalled.promise;
  isDue = false;
  await draining;
  assert.deepEqual(await statesOf(app, ids), ['sent']);
});

test('a cut, a PDU that is too long and a silent link leave what was handed over uncertain, and nothing is sent twice', async () => {
  let fault: 'cut' | 'oversized' | undefined = 'cut';
  /** Before so many links, none is answered whether the SMSC is alive. */
  let silentUntil = 0;
  const smsc: Smsc = await openSmsc({
    submit: (_, nth) => (fault === 'cut' ? (nth === 10 ? 'cut' : 'hang') : fault),
    isAlive: () => smsc.binds.length >= silentUntil,
  });
  await using _ = smsc;
  await using app = await testApp({ env });
  const { companyId } = await withGateway(app, smsc);
  await using outbox = worker(app);
  const ids = await build(app, companyId, 10);
  await outbox.drain();
  assert.deepEqual(await statesOf(app, ids), Array(10).fill('uncertain'));
  fault = 'oversized';
  const [long = ''] = await build(app, companyId, 1);
  await outbox.drain();
  fault = undefined;
  // The link that stays was answered from its start: a question that was not would end it later.
  silentUntil = smsc.binds.length + 2;
  await until(() => smsc.binds.length >= silentUntil);
  const after = await build(app, companyId, 2);
  await outbox.drain();
  await outbox.drain();
  assert.deepEqual(await statesOf(app, [long, ...after]), ['uncertain', 'sent', 'sent']);
  assert.deepEqual(new Set(smsc.submits.map(({ to }) => to)).size, smsc.submits.length, 'nobody got two');
  assert.equal(smsc.submits.length, 13);
  assert.equal(smsc.mostLinked, 1);
});

test('a wrong password pauses the gateway with clear words, and the right one sends what waited', async () => {
  await using smsc = await openSmsc({ password: 'correct' });
  await using app = await testApp({ env });
  const { companyId, sys, id } = await withGateway(app, smsc);
  await using outbox = worker(app);
  const paused = async () => (await app.call(getPaused, {}, sys)).answer;
  // Nothing has to be sent for that.
  await outbox.drain();
  await until(async () => (await paused()).length > 0);
  const words = 'No link: The gateway refused the sign-in: the password is wrong (ESME_RINVPASWD, 0x0E)';
  assert.equal((await paused())[0]?.reason, words);
  const [sms = ''] = await build(app, companyId, 1);
  await outbox.drain();
  const tried = (await app.call(sendTest, { id, to: '+37120000001' }, sys)).answer;
  assert.deepEqual(tried, { sent: false, to: '+37120000001', answer: words });
  assert.deepEqual(await statesOf(app, [sms]), ['queued']);
  await app.call(update, { ...given(smsc, { password: 'correct' }), id }, sys);
  await outbox.drain();
  await smsc.bound(1);
  await until(async () => {
    await outbox.drain();
    return (await statesOf(app, [sms]))[0] !== 'queued';
  });
  assert.deepEqual(await statesOf(app, [sms]), ['sent']);
  assert.deepEqual(await paused(), []);
  assert.equal(smsc.submits.length, 1, 'no test was left over');
  const right = (await app.call(sendTest, { id, to: '+37120000001' }, sys)).answer;
  assert.deepEqual(right, { sent: true, to: '+37120000001', answer: 'ESME_ROK, message_id id-2' });
});

test('the test of a gateway that was just saved says at once that its link fails', async () => {
  await using smsc = await openSmsc({ password: 'correct' });
  await using app = await testApp({ env });
  await using outbox = worker(app);
  const { sys, id } = await withGateway(app, smsc);
  for (const key of ['first', 'second', 'third']) {
    // Each has its own link, whose failure may be found before, during or after the call.
    const gateway = key === 'first' ? id : (await app.call(insert, given(smsc, { key }), sys)).answer.id;
    const began = performance.now();
    const [tested] = await Promise.all([app.call(sendTest, { id: gateway, to: '+37120000001' }, sys), outbox.drain()]);
    assert.match(tested.answer.answer, /^No link: .*ESME_RINVPASWD/);
    assert.ok(performance.now() - began < 15_000);
  }
});

test('an incomplete gateway is refused, and hosts of this network are not reached', async () => {
  await using app = await testApp();
  const { sys, id } = await withGateway(app, { host: '127.0.0.1', port: 1 });
  for (const [more, field] of [
    [{ userName: '' }, 'User'],
    [{ host: '' }, 'Host'],
    [{ windowSize: 0 }, 'WindowSize'],
    [{ systemType: 'ā' }, 'SystemType'],
  ] as const) {
    const { complaints } = await app.call(
      insert,
      given({ host: '127.0.0.1', port: 1 }, { key: 'Wrong', ...more }),
      sys,
    );
    assert.deepEqual(
      complaints.map(({ Key }) => Key),
      [field],
    );
  }
  await using outbox = worker(app);
  await outbox.drain();
  const { answer } = (await app.call(sendTest, { id, to: '+37120000001' }, sys)).answer;
  assert.match(answer, /^No link: .*PRIVATE_HOSTS/);
});

test('a receipt in text is read as ASCII, and one without delivery says so', () => {
  const read = (text: string, more = {}) =>
    readDelivered({ esm_class: 4, data_coding: 0, short_message: Buffer.from(text), ...more } as unknown as Pdu, {
      messageIds: 'same',
    });
  for (const [status, state] of [
    ['DELIVRD', 'delivered'],
    ['SKIPPED', 'undelivered'],
    ['UNKNOWN', 'sent'],
  ]) {
    const text = `id:a_1$b@c sub:001 dlvrd:000 submit date:2601010000 done date:2601010001 stat:${status} err:000 text:`;
    assert.deepEqual(read(text), { kind: 'receipt', providerRef: 'a_1$b@c', state, status: `${status}, error 000` });
  }
  assert.deepEqual(read('', { receipted_message_id: 'a_1', message_state: 9 }), {
    ...{ kind: 'receipt', providerRef: 'a_1', state: 'undelivered', status: 'SKIPPED' },
  });
});

test('identifiers in two notations are compared as numbers, others without case and leading zeros', () => {
  for (const [messageIds, response, receipt] of [
    ['same', ' 00Ab ', '00Ab'],
    ['same', '8F3A-00c1', '8f3a-00C1'],
    ['same', '0000012345', '12345'],
    ['same', '0', '0000'],
    ['hexInResponse', 'no-Number', 'NO-number'],
    ['hexInResponse', '1a2B', '0000006699'],
    ['decimalInResponse', '6699', '00001A2b'],
    ['hexInResponse', 'no-number', 'no-number'],
    ['hexInResponse', 'ffffffffffffffffffff', '1208925819614629174706175'],
  ] as const) {
    const settings = { messageIds };
    assert.equal(refOf(response, 'response', settings), refOf(receipt, 'receipt', settings));
  }
});

test('long texts, Latvian ones and emoji arrive whole, in parts that networks carry', async () => {
  await using smsc = await openSmsc();
  await using app = await testApp({ env });
  const { companyId, sys, id } = await withGateway(app, smsc);
  await using outbox = worker(app);
  const latvian = 'Sveiki! Rīt plkst. 10:00 gaidām Jūs pie frizieres Līgas. ';
  const texts = ['Hello {you} €5', 'a'.repeat(152) + '€'.repeat(80), latvian, latvian.repeat(4), '👩‍🦰😀'.repeat(30)];
  for (const message of texts) {
    await build(app, companyId, 1, { message });
    await outbox.drain();
  }
  const rows = await app.database.write.selectFrom('deliveries').select(['parts', 'state']).orderBy('id').execute();
  assert.ok(rows.every(({ state }) => state === 'sent'));
  let next = 0;
  for (const [index, text] of texts.entries()) {
    const { parts } = rows[index] ?? {};
    const some = smsc.submits.slice(next, next + (parts ?? 1));
    next += some.length;
    assert.equal(some.map((one) => one.text).join(''), text);
    for (const [nth, { pdu, from }] of some.entries()) {
      const octets = pdu.short_message as Buffer;
      const isUnicode = index >= 2;
      assert.equal(pdu.data_coding, isUnicode ? 8 : 0);
      assert.ok(octets.length <= (isUnicode ? 140 : 160), `${octets.length}`);
      assert.equal(pdu.registered_delivery, nth === some.length - 1 ? 1 : 0);
      assert.deepEqual([from, pdu.source_addr_ton, pdu.source_addr_npi], ['Daybook', 5, 0]);
      if (some.length === 1) continue;
      assert.equal(pdu.esm_class, 0x40);
      const reference = (some[0]?.pdu.short_message as Buffer | undefined)?.[3];
      assert.deepEqual([...octets.subarray(0, 6)], [5, 0, 3, reference, some.length, nth + 1]);
    }
  }
  assert.equal(next, smsc.submits.length);
  const more = {
    sender: '+37120000002',
    dataCoding: 'ucs2',
    sourceTon: '2',
    sourceNpi: '8',
    messageIds: 'hexInResponse',
  };
  const changed = { ...given(smsc, { ...more, systemType: 'VMA', windowSize: 3 }), id };
  assert.partialDeepStrictEqual((await app.call(update, changed, sys)).answer, {
    ...more,
    systemType: 'VMA',
    windowSize: 3,
  });
  await outbox.drain();
  await build(app, companyId, 1);
  await outbox.drain();
  const { pdu, from, text } = smsc.submits.at(-1) ?? {};
  assert.deepEqual(
    [pdu?.data_coding, pdu?.source_addr_ton, pdu?.source_addr_npi, from, text],
    [8, 2, 8, '37120000002', 'Hello'],
  );
  assert.deepEqual([smsc.binds[0]?.system_id, smsc.binds.at(-1)?.system_type], ['daybook', 'VMA']);
});

test('a part that is refused ends a long SMS: before all of it as refused, after the first as uncertain', async () => {
  await using smsc = await openSmsc({
    submit: ({ pdu, to }) => {
      const nth = (pdu.short_message as Buffer)[5];
      return (to === '37120000001' ? nth === 1 : nth === 2) ? { status: 0x0b } : undefined;
    },
  });
  await using app = await testApp({ env });
  const { companyId } = await withGateway(app, smsc);
  await using outbox = worker(app);
  const message = 'a'.repeat(400);
  const [first = ''] = await build(app, companyId, 1, { to: '+37120000001', message });
  const [second = ''] = await build(app, companyId, 1, { to: '+37120000002', message });
  await outbox.drain();
  assert.deepEqual(await statesOf(app, [first, second]), ['failed', 'uncertain']);
  assert.equal(smsc.submits.length, 3);
});

test('people say STOP and START over the link, and no text of a stranger cuts it', async () => {
  await using smsc = await openSmsc();
  await using app = await testApp({ env });
  const { companyId } = await withGateway(app, smsc);
  await using outbox = worker(app);
  const to = '+37120000001';
  await build(app, companyId, 1, { to });
  await outbox.drain();
  const say = (text: string, more: object = {}) =>
    smsc.deliver({ source_addr: to.slice(1), short_message: Buffer.from(text, 'latin1'), ...more });
  const utf16 = (text: string) => ({ data_coding: 8, short_message: Buffer.from(text, 'utf16le').swap16() });
  assert.equal(await say('STOP'), 0);
  assert.equal((await buildSms(app, companyId, { to })).outcome, 'stopped');
  assert.equal(await say('', utf16('Sākt')), 0);
  assert.equal((await buildSms(app, companyId, { to })).outcome, 'queued');
  const header = Buffer.from([5, 0, 3, 7, 1, 1]);
  assert.equal(await say('', { esm_class: 0x40, short_message: Buffer.concat([header, Buffer.from('Stopp')]) }), 0);
  assert.equal((await buildSms(app, companyId, { to })).outcome, 'stopped');
  assert.equal(await say('', { message_payload: Buffer.from('start'), data_coding: 1 }), 0);
  for (const odd of [
    utf16('Nul \0 and \ud800 half'),
    { data_coding: 0xff, short_message: Buffer.from([0, 255, 27]) },
    { data_coding: 4, esm_class: 0x40, short_message: Buffer.from([200, 1]) },
    { esm_class: 0x40, short_message: Buffer.alloc(0) },
    { schedule_delivery_time: 'R', validity_period: 'xR', short_message: Buffer.from('odd times') },
    { source_addr: 'Shop', short_message: Buffer.from('STOP') },
    { esm_class: 4, short_message: Buffer.from('no receipt at all') },
  ]) {
    assert.equal(await say('', odd), 0, JSON.stringify(odd));
  }
  for (const command of ['outbind', 'data_sm', 'bind_receiver']) {
    assert.equal(await smsc.deliver({ short_message: Buffer.alloc(0) }, command), 3, command);
  }
  assert.equal(await smsc.deliver({}, 'enquire_link'), 0);
  assert.equal(smsc.binds.length, 1);
  const stored = await app.database.write
    .selectFrom('inboundMessages')
    .select(['message', 'meaning', 'companyId'])
    .orderBy('createdAt')
    .orderBy('id')
    .execute();
  assert.deepEqual(
    stored.slice(0, 4).map(({ message, meaning }) => `${message}: ${meaning}`),
    ['STOP: stop', 'Sākt: start', 'Stopp: stop', 'start: start'],
  );
  assert.ok(stored.every((one) => one.companyId === companyId));
  // A database that is away: the SMSC delivers again later.
  await sql`alter table unmatched_receipts rename to away`.execute(app.database.write);
  assert.equal(await smsc.receipt('id-1', 'DELIVRD'), 0x64);
  await sql`alter table away rename to unmatched_receipts`.execute(app.database.write);
});

test('two processes share one link: the other one takes it at the end of the first, and new settings replace it', async () => {
  await using smsc = await openSmsc();
  await using app = await testApp({ env });
  const { companyId, sys, id } = await withGateway(app, smsc);
  const first = worker(app);
  await first.drain();
  await smsc.bound(1);
  await using second = worker(app);
  await second.drain();
  const ids = await build(app, companyId, 15);
  // Also what the other one is asked to test.
  const tried = app.call(sendTest, { id, to: '+37120000001' }, sys);
  await Promise.all([first.drain(), second.drain()]);
  assert.equal((await tried).answer.sent, true);
  await first.drain();
  assert.ok((await statesOf(app, ids)).every((state) => state === 'sent'));
  assert.deepEqual([smsc.linked, smsc.binds.length, smsc.submits.length], [1, 1, 16]);
  await app.call(update, { ...given(smsc), id, key: 'Renamed' }, sys);
  await Promise.all([first.drain(), second.drain()]);
  await smsc.bound(2);
  assert.deepEqual([smsc.linked, smsc.unbinds], [1, 1]);
  await first.close();
  // The first one has told the second.
  await smsc.bound(3);
  const [last = ''] = await build(app, companyId, 1);
  await second.drain();
  assert.deepEqual(await statesOf(app, [last]), ['sent']);
  assert.deepEqual([smsc.linked, smsc.mostLinked, smsc.unbinds], [1, 1, 2]);
});

test('a process that died keeps its link until the lease ends, and one that lost its lease closes the link', async () => {
  await using smsc = await openSmsc();
  await using app = await testApp({ env });
  const { companyId, id } = await withGateway(app, smsc);
  const holdBy = (seconds: number) =>
    sql`insert into route_binds (route_id, holder, held_until)
      values (${id}, ${randomUUID()}, clock_timestamp() + make_interval(secs => ${seconds}))
      on conflict (route_id) do update set holder = excluded.holder, held_until = excluded.held_until`.execute(
      app.database.write,
    );
  await holdBy(60);
  await using outbox = worker(app, { lease: { lease: 30_000, renew: 0, margin: 8_000 } });
  const [sms = ''] = await build(app, companyId, 1);
  await outbox.drain();
  assert.deepEqual([smsc.binds.length, ...(await statesOf(app, [sms]))], [0, 'queued']);
  await holdBy(-1);
  await outbox.drain();
  assert.deepEqual([smsc.linked, ...(await statesOf(app, [sms]))], [1, 'sent']);
  await holdBy(60);
  await outbox.drain();
  await until(() => smsc.linked === 0);
  await sleep(2 * link.watch);
  assert.equal(smsc.binds.length, 1);
});

test('an encrypted link takes no certificate but a known one', async () => {
  loopbackCertificate.distrust();
  await using smsc = await openSmsc({ tls: loopbackCertificate });
  await using app = await testApp({ env });
  const { companyId, sys } = await withGateway(app, smsc, { ssl: true });
  await using outbox = worker(app);
  await outbox.drain();
  await until(async () => (await app.call(getPaused, {}, sys)).answer.length > 0);
  assert.match((await app.call(getPaused, {}, sys)).answer[0]?.reason ?? '', /^No link: .*(certificate|self.signed)/i);
  assert.equal(smsc.binds.length, 0);
  loopbackCertificate.trust();
  const [sms = ''] = await build(app, companyId, 1);
  await smsc.bound(1);
  // The route opens in the outbox a moment after its pause has ended.
  await until(async () => {
    await outbox.drain();
    return (await statesOf(app, [sms]))[0] !== 'queued';
  });
  assert.deepEqual(await statesOf(app, [sms]), ['sent']);
  assert.deepEqual((await app.call(getPaused, {}, sys)).answer, []);
});
