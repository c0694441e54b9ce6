// Feeds of 5,000 events: a reader that has the feed compared with one that gets it, and others beside many readers.
import { randomUUIDv7 } from 'node:crypto';
import { tmpdir } from 'node:os';
import { sql } from 'kysely';
import { buildBusiness } from '#server/testing/build/business.ts';
import { buildFeed } from '#server/testing/build/feed.ts';
import { startChild } from './lib/child.ts';
import { median, type Row } from './lib/report.ts';
import type { World } from './lib/world.ts';

const events = 5_000;
const tries = 25;
const readers = 30;
/** How long the thread may be held, for which others wait (ms). */
const maxHold = 50;
const maxShare = 0.2;

export async function benchFeeds(world: World): Promise<Row[]> {
  const { services } = world;
  const { employee } = await buildBusiness(services, { actions: ['admin'] });
  await fill(world, employee);
  const { token } = await buildFeed(services, employee);
  // Each is read only so often in a minute.
  const tokens = await Promise.all(Array.from({ length: 4 }, () => buildFeed(services, employee)));
  const app = await startChild('serve-app.ts', [world.embedded.url, tmpdir()]);
  try {
    const read = async (secret: string, etag?: string) => {
      const begin = performance.now();
      const answer = await fetch(`${app.url}/feeds/${secret}.ics`, { headers: etag ? { 'if-none-match': etag } : {} });
      const text = await answer.text();
      return { took: performance.now() - begin, status: answer.status, etag: answer.headers.get('etag') ?? '', text };
    };
    const first = await read(token);
    const count = first.text.match(/BEGIN:VEVENT/g)?.length;
    if (count !== events) throw new Error(`The feed has ${count} events.`);
    const [full, unchanged]: [number[], number[]] = [[], []];
    const [one, other, ...flooded] = tokens.map((made) => made.token) as [string, string, ...string[]];
    const { etag } = await read(other);
    for (let i = 0; i < tries + 3; i++) {
      const whole = await read(one);
      const none = await read(other, etag);
      if (whole.status !== 200 || none.status !== 304) throw new Error(`${whole.status} and ${none.status}`);
      if (i < 3) continue;
      full.push(whole.took);
      unchanged.push(none.took);
    }
    const share = median(unchanged) / median(full);
    await app.longestHold();
    await Promise.all(Array.from({ length: readers }, (_, index) => read(flooded[index % flooded.length] ?? '')));
    const hold = await app.longestHold();
    return [
      {
        label: `A feed of ${events} events, ${Math.round(first.text.length / 1024)} KiB`,
        value: `${median(full).toFixed(1)} ms`,
      },
      { label: 'The same for a reader that has it (304)', value: `${median(unchanged).toFixed(1)} ms` },
      {
        label: `Share, medians of ${tries} pairs`,
        value: share.toFixed(2),
        target: `<= ${maxShare}`,
        isMet: share <= maxShare,
      },
      {
        label: `Longest hold of the thread while ${readers} programs read two feeds at once`,
        value: `${hold.toFixed(0)} ms`,
        target: `<= ${maxHold} ms`,
        isMet: hold <= maxHold,
      },
    ];
  } finally {
    await app.close();
  }
}

/** Visits of an hour, ten a day. */
async function fill(
  { services }: World,
  { companyId, calendarId, locationId, userId }: Record<'companyId' | 'calendarId' | 'locationId' | 'userId', string>,
): Promise<void> {
  const start = services.clock.now().subtract({ hours: 24 * 80 });
  const seed = randomUUIDv7().slice(0, 8);
  await sql`
    with made as (
      select gen_random_uuid() as id, n, ${start}::timestamptz + make_interval(days => n / 11, hours => n % 11) as at
      from generate_series(0, ${events - 1}) n),
    event as (
      insert into events (company_id, id, calendar_id, location_id, user_id, title, start_at, end_at, time_zone, type, occupied,
        created_at, updated_at)
      select ${companyId}, id, ${calendarId}, ${locationId}, ${userId}, 'Haircut', at, at + interval '50 minutes', 'Europe/Riga',
        'success', tstzmultirange(tstzrange(at, at + interval '50 minutes')), now(), now() from made returning id),
    visit as (
      insert into visits (company_id, id, location_id, start_at, end_at, time_zone, day, name, status, source, calendar_uid)
      select ${companyId}, id, ${locationId}, at, at + interval '50 minutes', 'Europe/Riga', at::date, ${`Mara ${seed} `} || n,
        'confirmed', 'staff', id from made returning id)
    insert into visit_parts (company_id, visit_id, event_id, service_name, minutes)
    select ${companyId}, id, id, 'Haircut and beard', 50 from made`.execute(services.database.write);
  await sql`analyze events, visits, visit_parts, feeds`.execute(services.database.write);
}
