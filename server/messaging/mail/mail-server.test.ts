// Tests of what the mail servers are for.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testApp } from '#server/testing/test-app.ts';
import { mailHosts } from './mail-server.ts';

test('the start says which mails no server is for, and names no server that sends nothing', async () => {
  await using app = await testApp();
  const { write } = app.database;
  assert.deepEqual(await mailHosts(app, write), { hosts: [], unserved: ['account', 'visit'] });
  await write
    .insertInto('smtpSettings')
    .values([
      { id: crypto.randomUUID(), key: 'Visits', host: 'visits.test', port: 25, purposes: ['visit'], position: 1 },
      { id: crypto.randomUUID(), key: 'Off', host: 'off.test', port: 25, purposes: [], position: 2 },
    ])
    .execute();
  assert.deepEqual(await mailHosts(app, write), { hosts: ['visits.test:25'], unserved: ['account'] });
  app.config.smtpUrl = 'smtp://relay.test:25';
  assert.deepEqual(await mailHosts(app, write), { hosts: ['visits.test:25', 'relay.test:25'], unserved: [] });
});
