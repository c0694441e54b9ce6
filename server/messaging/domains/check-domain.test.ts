// Tests of the DNS pages, with a real name server on loopback.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { companySenderDomain, systemSenderDomains } from '#contract/messaging/sender-domains.ts';
import { buildBusiness } from '#server/testing/build/business.ts';
import { signIn } from '#server/testing/build/sign-in.ts';
import { openDnsServer } from '#server/testing/servers/dns.ts';
import { steadyNow } from '#server/testing/steady-clock.ts';
import { testApp } from '#server/testing/test-app.ts';
import { checkDomain } from './check-domain.ts';

const hosts = ['smtp.provider.example:587', 'smtp.mailgun.org:587'];
const query = { domain: 'salon.example', selector: '', hosts, reportsTo: 'rosa@salon.example' };

test('a domain without records gets records to copy', async () => {
  await using dns = await openDnsServer();
  dns.zone.set('example', { txt: ['-'] });
  const { records } = await checkDomain({ ...query, dnsServers: [dns.address] });
  assert.deepEqual(
    records.map(({ kind, state, expected }) => [kind, state, expected]),
    [
      ['spf', 'missing', 'v=spf1 a:smtp.provider.example include:mailgun.org ~all'],
      ['dkim', 'missing', ''],
      ['dmarc', 'missing', 'v=DMARC1; p=none; rua=mailto:rosa@salon.example'],
      ['mx', 'missing', ''],
    ],
  );
});

test('a domain with everything is good, and a long key is put together', async () => {
  await using dns = await openDnsServer();
  const key = `v=DKIM1; k=rsa; p=${'A'.repeat(390)}`;
  dns.zone.set('salon.example', {
    txt: ['v=spf1 a:smtp.provider.example include:mailgun.org -all', 'google-site-verification=x'],
    mx: [
      [20, 'mx2.salon.example'],
      [10, 'mx1.salon.example'],
    ],
  });
  dns.zone.set('s1._domainkey.salon.example', { txt: [key] });
  dns.zone.set('_dmarc.salon.example', { txt: ['v=DMARC1; p=quarantine'] });
  const { records } = await checkDomain({ ...query, dnsServers: [dns.address] });
  assert.deepEqual(
    records.map(({ state, found }) => [state, found]),
    [
      ['good', ['v=spf1 a:smtp.provider.example include:mailgun.org -all']],
      ['good', [`s1: ${key}`]],
      ['good', ['v=DMARC1; p=quarantine']],
      ['good', ['10 mx1.salon.example', '20 mx2.salon.example']],
    ],
  );
});

for (const { name, spf, state, expected } of [
  {
    name: 'lacks the mail server',
    spf: ['v=spf1 mx -all'],
    state: 'unsure',
    expected: 'v=spf1 mx a:smtp.provider.example include:mailgun.org -all',
  },
  {
    name: 'allows everyone',
    spf: ['v=spf1 a:smtp.provider.example include:mailgun.org +all'],
    state: 'weak',
    expected: 'v=spf1 a:smtp.provider.example include:mailgun.org ~all',
  },
  {
    name: 'is there twice',
    spf: ['v=spf1 mx -all', 'v=spf1 a -all'],
    state: 'wrong',
    expected: 'v=spf1 a:smtp.provider.example include:mailgun.org ~all',
  },
]) {
  test(`an SPF record that ${name} is ${state}`, async () => {
    await using dns = await openDnsServer();
    dns.zone.set('salon.example', { txt: spf });
    const { records } = await checkDomain({ ...query, dnsServers: [dns.address] });
    assert.deepEqual([records[0]?.state, records[0]?.expected], [state, expected]);
  });
}

test('keys of unknown names, revoked ones, policies that do nothing or lie above, and a null MX are told apart', async () => {
  await using dns = await openDnsServer();
  const dnsServers = [dns.address];
  dns.zone.set('secret._domainkey.salon.example', { txt: ['p=ABC'] });
  dns.zone.set('_dmarc.salon.example', { txt: ['v=DMARC1; p=none'] });
  dns.zone.set('salon.example', { mx: [[0, '']] });
  const statesOf = async (more: object = {}) =>
    Object.fromEntries((await checkDomain({ ...query, dnsServers, ...more })).records.map((one) => [one.kind, one]));
  const first = await statesOf();
  assert.deepEqual([first.dkim?.state, first.dmarc?.state, first.mx?.state], ['unsure', 'weak', 'wrong']);
  assert.equal((await statesOf({ selector: 'secret' })).dkim?.state, 'good');
  dns.zone.set('secret._domainkey.salon.example', { txt: ['v=DKIM1; p='] });
  assert.equal((await statesOf({ selector: 'secret' })).dkim?.state, 'wrong');
  dns.zone.set('_dmarc.salon.example', { txt: ['v=DMARC1; p=reject'] });
  const below = await statesOf({ domain: 'mail.salon.example' });
  assert.deepEqual([below.dmarc?.state, below.dmarc?.name], ['good', '_dmarc.salon.example']);
});

test('without a known mail server no record is proposed that would forbid all', async () => {
  await using dns = await openDnsServer();
  dns.zone.set('example', { txt: ['-'] });
  const { records } = await checkDomain({ ...query, hosts: ['localhost:25'], dnsServers: [dns.address] });
  assert.deepEqual([records[0]?.state, records[0]?.expected], ['missing', '']);
});

test('a silent name server takes less than 3 seconds', async () => {
  await using dns = await openDnsServer();
  dns.zone.set('salon.example', { hang: true });
  const before = steadyNow();
  const { records } = await checkDomain({ ...query, dnsServers: [dns.address] });
  assert.ok(steadyNow() - before < 3_000);
  assert.deepEqual(new Set(records.map(({ state }) => state)), new Set(['unreachable']));
});

test('a company sees the domain of its verified address, the operator those of all', async () => {
  await using dns = await openDnsServer();
  dns.zone.set('salon.example', { txt: ['v=spf1 -all'] });
  await using app = await testApp({ env: { DNS_SERVERS: dns.address } });
  const { company, employee } = await buildBusiness(app, { actions: ['admin'] });
  const other = await buildBusiness(app, { actions: ['sys'] });
  const admin = await signIn(app, employee);
  const operator = await signIn(app, other.employee);
  const set = (values: object) =>
    app.database.write.updateTable('companies').set(values).where('id', '=', company.id).execute();
  await set({ eMail: 'rosa@salon.example', verifiedEMail: '' });
  assert.deepEqual((await app.call(companySenderDomain.check, {}, admin)).answer, { domain: '', records: [] });
  await set({ verifiedEMail: 'rosa@salon.example' });
  const { answer } = await app.call(companySenderDomain.check, {}, admin);
  assert.equal(answer.domain, 'salon.example');
  assert.deepEqual(answer.records[0]?.found, ['v=spf1 -all']);
  const all = (await app.call(systemSenderDomains.getAll, {}, operator)).answer;
  assert.equal(all[0]?.domain, 'daybook.test');
  assert.ok(all.some(({ domain, source }) => domain === 'salon.example' && source === 'company'));
  const checked = await app.call(systemSenderDomains.check, { domain: 'Salon.Example' }, operator);
  assert.equal(checked.answer.records.length, 4);
});
