// The run of each minute that finds the reminders before visits, over a million visits.
import { findDue } from '#server/booking/notifications/remind-of-visits.ts';
import { buildBusiness } from '#server/testing/build/business.ts';
import { percentile, type Row } from './lib/report.ts';
import type { World } from './lib/world.ts';

const count = 1_000_000;
const days = 730;
const companies = 300;
const runs = 60;

export async function benchReminders({ services }: World): Promise<Row[]> {
  const { company, location } = await buildBusiness(services);
  const now = services.clock.now();
  const client = await services.database.connect();
  await client.query('set statement_timeout = 0');
  await client.query(
    `insert into visits (company_id, id, location_id, start_at, end_at, time_zone, day, name, e_mail, status, source,
       calendar_uid, created_at)
     select $1, id, $2, at, at + interval '30 minutes', 'Europe/Riga', (at at time zone 'Europe/Riga')::date, 'Customer',
       'customer@example.org', 'confirmed', 'page', id, at - interval '30 days'
     from (select gen_random_uuid() as id, $3::timestamptz + make_interval(secs => n * $5::float8 * 86400 / $4::int) as at
       from generate_series(-$4::int / 2, $4::int / 2 - 1) n) times`,
    [company.id, location.id, now.toString(), count, days],
  );
  await client.query('vacuum analyze visits');
  // Many companies and few leads: an estimate of many leads must not decide how the visits are read.
  for (let made = 0; made < companies; made++) await buildBusiness(services);
  await client.query('analyze companies');
  await client.end();
  const times: number[] = [];
  let found = 0;
  for (let minute = -3; minute < runs; minute++) {
    const at = now.add({ minutes: minute });
    const begun = performance.now();
    const due = await findDue(services.database.write, { since: at.subtract({ minutes: 1 }), now: at });
    // The first reads come from disk, later ones from memory.
    if (minute < 0) continue;
    times.push(performance.now() - begun);
    found += due.length;
  }
  const median = percentile(times, 0.5);
  const slowest = Math.max(...times);
  return [
    {
      label: `A run that finds what is due within a minute (${(found / runs).toFixed(1)} reminders), ${count.toLocaleString('en')} visits`,
      value: `median ${median.toFixed(1)} ms; ${slowest.toFixed(0)} ms at most, when quiet hours begin`,
      target: '<= 2 ms',
      isMet: median <= 2,
    },
  ];
}
