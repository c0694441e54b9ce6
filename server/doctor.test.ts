// Tests of `npm run doctor` on a database server of its own, with standbys and few connections.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import pg from 'pg';
import { doctorChecks } from '#contract/operations/doctor.ts';
import { ownPostgres } from './testing/database/own-postgres.ts';
import { eventually, run, runDoctorCommand } from './testing/process.ts';

test('the command prints each line, beside a running process and without one, and ends with 1 when one is broken', async () => {
  await using postgres = await ownPostgres();
  await postgres.admin([
    'create role maker login createrole',
    'create database maker owner maker',
    'create role other login',
  ]);
  const env = { ...postgres.env('maker', 'maker'), DATABASE_POOL: '2', DNS_SERVERS: '127.0.0.1:9' };
  const lineOf = (lines: readonly string[], name: string) => lines.find((line) => line.slice(7).startsWith(name)) ?? '';
  {
    await using daybook = await run({ ...env, PUBLIC_URL: '' });
    const lines = await runDoctorCommand({ ...env, PUBLIC_URL: daybook.url.replace('localhost', '127.0.0.1') }, 0);
    assert.equal(lines.length, doctorChecks.length, lines.join('\n'));
    // A process without PUBLIC_URL answers at any address.
    assert.match(lineOf(lines, 'Public address'), /^fine {3}/, lines.join('\n'));
    assert.match(lineOf(lines, 'Standbys'), /^fine .* has no standby/);
    assert.match(lineOf(lines, 'Files'), /^fine/);
    assert.match(lineOf(lines, 'Addresses'), /^fine/);
    assert.equal((await daybook.stop()).code, 0);
  }
  const standby = new pg.Client({
    ...postgres.connection('postgres', 'postgres'),
    replication: 'true',
  } as pg.ClientConfig);
  standby.on('error', () => {});
  await standby.connect();
  const { rows } = await standby.query('IDENTIFY_SYSTEM');
  void standby.query(`START_REPLICATION PHYSICAL ${rows[0].xlogpos}`).catch(() => {});
  const seen = async (word: RegExp) => word.test(lineOf(await runDoctorCommand(env, 0), 'Standbys'));
  await eventually('it is seen, and its state is not', () => seen(/^LOOK .*grant pg_read_all_stats to "maker"/));
  await postgres.admin(['grant pg_read_all_stats to maker', 'alter system set max_connections = 13']);
  await eventually('its lag is read', () => seen(/^fine .*Standbys: 1, at most/));
  await standby.end().catch(() => {});
  await postgres.kill();
  await postgres.start();
  const held = await Promise.all(
    // All but one: the check has it, or none.
    Array.from({ length: 9 }, async () => {
      // The role of the product may not see what another one does, and its connections count all the same.
      const client = new pg.Client(postgres.connection('other', 'maker'));
      await client.connect();
      return client;
    }),
  );
  const lines = await runDoctorCommand(env, 1);
  assert.match(lineOf(lines, 'Connections of the database'), /^BROKEN .*Raise max_connections/, lines.join('\n'));
  for (const client of held) await client.end();
});
