// Runs the same two statements with pgbench, if installed: the limit of PostgreSQL alone on this machine.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Row } from './lib/report.ts';
import type { World } from './lib/world.ts';

const seconds = 4;
const clients = 16;

export async function benchPgbench(world: World): Promise<Row[]> {
  const [person] = world.people;
  if (!person) throw new Error('Nobody to ask for.');
  const select = `select lower(occupied), upper(occupied) from events where company_id = '${person.companyId}'
    and calendar_id = '${person.calendarId}' and blocks
    and occupied && tstzrange('${world.monthStart}', '${world.monthEnd}');`;
  // Long after all other events, each row at its own time.
  const insert = `insert into events (company_id, id, calendar_id, location_id, title, start_at, end_at, time_zone, type, occupied)
    select '${person.companyId}', gen_random_uuid(), '${person.calendarId}', '${person.locationId}', 'pgbench', at, at + interval '1 minute',
      'Europe/Riga', 'success', tstzmultirange(tstzrange(at, at + interval '1 minute'))
    from (select timestamptz '2100-01-01' + :n * interval '1 minute' as at) times
    on conflict on constraint events_do_not_overlap do nothing;`;
  const reads = await pgbench(world, select);
  const writes = await pgbench(world, `\\set n random(1, 2000000000)\n${insert}`);
  if (reads === undefined || writes === undefined) return [{ label: 'pgbench', value: 'not installed' }];
  return [
    { label: `pgbench: the month's events, ${clients} clients`, value: `${reads}/s` },
    { label: `pgbench: inserts of distinct times, ${clients} clients`, value: `${writes}/s` },
  ];
}

async function pgbench(world: World, script: string): Promise<number | undefined> {
  const folder = await mkdtemp(join(tmpdir(), 'daybook-pgbench-'));
  const file = join(folder, 'script.sql');
  await writeFile(file, script.replaceAll(/\n(?!insert)/g, ' '));
  const { host, port, user, database } = world.embedded.connection;
  const args = ['-n', '-M', 'prepared', '-c', String(clients), '-j', '2', '-T', String(seconds), '-f', file];
  const child = spawn('pgbench', ['-h', host, '-p', String(port), '-U', user, ...args, database]);
  let output = '';
  child.stdout.on('data', (text) => {
    output += text;
  });
  try {
    await Promise.race([once(child, 'close'), once(child, 'error').then(([error]) => Promise.reject(error))]);
  } catch {
    return undefined;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  const rate = /tps = ([\d.]+)/.exec(output)?.[1];
  return rate ? Math.round(Number(rate)) : undefined;
}
