// Tests of figures by day: roll-ups and open days together equal the facts after any change, also while days are
// closed.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { sql } from 'kysely';
import { receipts } from '#contract/booking/receipts.ts';
import type { VisitStatus } from '#contract/booking/visit-states.ts';
import { visits } from '#contract/booking/visits.ts';
import { companyContacts } from '#contract/customers/contacts.ts';
import type { ReportSubject } from '#contract/reports/reports.ts';
import { runs } from '#contract/testing/random-cases.ts';
import { figuresFromVisits } from '#server/booking/visits/event-figures.ts';
import { buildCompany, buildEmployee, buildLocation } from '#server/testing/build/business.ts';
import { buildCampaign } from '#server/testing/build/campaign.ts';
import { buildContact } from '#server/testing/build/contact.ts';
import { buildMail } from '#server/testing/build/mail.ts';
import { signIn } from '#server/testing/build/sign-in.ts';
import { buildEvent, buildService } from '#server/testing/build/visits.ts';
import { type TestApp, testApp } from '#server/testing/test-app.ts';
import { closeDays } from './close-days.ts';
import { factsOf } from './figures.ts';

const zones = ['Pacific/Auckland', 'America/Santiago', 'Europe/Riga'];
const subjects = ['visits', 'receipts', 'mail', 'sms'];

const today = Temporal.Now.plainDateISO('UTC');
const firstOf = (months: number) => today.with({ day: 1 }).add({ months });
/**
 * Periods that a report compares, as first day, first day of the second period, last day: by months, days and years.
 */
const periods = [
  [firstOf(-5), firstOf(-2), firstOf(1).subtract({ days: 1 })],
  [today.subtract({ days: 47 }), today.subtract({ days: 5 }), today.add({ days: 1 })],
  ['2024-01-01', today.subtract({ days: 70 }), '2028-12-31'],
].map((days) => days.map(String));

/** Compares all kinds of figures with a plain GROUP BY of the facts, in one snapshot. */
async function assertExact(app: TestApp, companyId: string): Promise<number> {
  const sums = sql`sum(number)::numeric as number, sum(amount)::numeric as amount, sum(completed)::numeric as completed`;
  const all = sql`${subjects}::text[]`;
  const compared = [
    {
      plain: sql`select subject, day, location_id, calendar_id, ${sums} from raw group by 1, 2, 3, 4`,
      figures: sql`select subject, day, location_id, calendar_id, number::numeric, amount, completed
        from day_figures(${all}, '2024-01-01', '2028-12-31', null)`,
    },
    {
      plain: sql`select subject, day, location_id, ${sums} from raw group by 1, 2, 3`,
      figures: sql`select subject, day, location_id, number::numeric, amount, completed
        from location_figures(${all}, '2024-01-01', '2028-12-31', null)`,
    },
    {
      plain: sql`select id, day, sum(sent)::bigint as sent, sum(visited)::bigint as visited from (
          select campaign_id as id, day, 1 as sent, 0 as visited from campaign_recipients
            where company_id = ${companyId} and day is not null
          union all
          select campaign_id, day, 0, count(distinct recipient_id)::integer from campaign_visits
            where company_id = ${companyId} and is_person group by campaign_id, day) f
        group by id, day`,
      figures: sql`select id, day, sent, visited from campaign_figures('mail', '2024-01-01', '2028-12-31')`,
    },
    ...periods.flatMap(([first, middle, last]) =>
      [true, false].flatMap((isWhole) => {
        const places = isWhole ? sql`null::uuid[]` : sql`array(select id from locations order by id limit 2)`;
        const part = sql`(select * from raw where day between ${first}::date and ${last}::date
          and (${isWhole} or location_id = any(${places}))) r`;
        const before = sql`day < ${middle}::date`;
        const byPlace = (byCalendar: boolean) => {
          const calendar = byCalendar ? sql`calendar_id` : sql`null::uuid as calendar_id`;
          return {
            plain: sql`select subject, location_id, ${calendar}, ${before} as is_before, ${sums} from ${part} group by 1, 2, 3, 4`,
            figures: sql`select subject, location_id, calendar_id, is_before, number::numeric, amount, completed
              from place_figures(${all}, ${first}::date, ${middle}::date, ${last}::date, ${places}, ${byCalendar})`,
          };
        };
        const ofSubject = ({ facts, column }: (typeof factsOf)[ReportSubject]) => {
          const own = sql`${part} where subject = ${facts}`;
          const y = sql`sum(${sql.ref(column)})::numeric as y`;
          return {
            plain: sql`
              select day, null::uuid as location_id, null::uuid as calendar_id, ${before} as is_before, ${y} from ${own} group by day
              union all
              select null, location_id, calendar_id, ${before}, ${y} from ${own} group by 2, 3, 4`,
            figures: sql`select day, location_id, calendar_id, is_before, y from report_figures(${facts},
              ${column === 'amount'}, ${first}::date, ${middle}::date, ${last}::date, ${places})`,
          };
        };
        return [byPlace(true), byPlace(false), ...Object.values(factsOf).map(ofSubject)];
      }),
    ),
  ];
  const total = await app.database.write
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (tx) => {
      await sql`select set_config('daybook.company_id', ${companyId}, true)`.execute(tx);
      for (const { plain, figures } of compared) {
        const { rows } = await sql<{ what: string; row: unknown }>`
          with raw as materialized (select * from report_facts where company_id = ${companyId}),
            plain as materialized (${plain}), figures as materialized (${figures})
          select 'missing' as what, to_jsonb(m) as row from (table plain except all table figures) m
          union all select 'extra', to_jsonb(m) from (table figures except all table plain) m`.execute(tx);
        assert.deepEqual(rows, []);
      }
      const { rows } = await sql<{ total: number }>`
        select count(distinct (subject, day, location_id, calendar_id)) as total from report_facts
        where company_id = ${companyId}`.execute(tx);
      return rows[0]?.total ?? 0;
    });
  return total;
}

async function chain() {
  const app = await testApp({ now: Temporal.Now.instant().toString() });
  const company = await buildCompany(app);
  const employees = [];
  for (const timeZone of zones) {
    const location = await buildLocation(app, company, { timeZone });
    const employee = await buildEmployee(app, location, { actions: ['admin'], sessionActiveMinutes: 1440 });
    const { id: serviceId } = await buildService(app, employee, { price: 30 });
    employees.push({ ...employee, serviceId });
  }
  const [first] = employees;
  assert.ok(first);
  const campaigns = [(await buildCampaign(app, company)).id, (await buildCampaign(app, company)).id];
  const contacts = [];
  for (const name of ['Mara', 'Zoe']) contacts.push((await buildContact(app, company, { name })).id);
  return { ...app, company, employees, contacts, campaigns, first };
}

test('figures of closed and open days equal the facts after any change, also during a run that closes days', async () => {
  await using app = await chain();
  const { write } = app.database;
  const now = Temporal.Now.instant();
  const ids: string[] = [];
  const dayBefore = (days: number) => today.subtract({ days }).toString();
  const pick = <T>(from: readonly T[], index: number): T | undefined => from[index % Math.max(1, from.length)];
  let hour = 0;
  // The clock moves by days: no session lasts that long.
  const as = () => signIn(app, app.first);
  /** Each change may fail by its rules; the figures must be right all the same. */
  const changes: Record<string, (seed: number) => Promise<unknown>> = {
    async book(seed) {
      const employee = pick(app.employees, seed);
      if (!employee) return;
      // Around the borders of days, up to six days ago and two ahead; some in months before.
      const monthsAgo = seed % 4 === 1 ? 20 + (seed % 90) : 0;
      const start = now.subtract({ minutes: 60 * (140 - (seed % 190) + 24 * monthsAgo) + 7 * ++hour });
      const statuses: VisitStatus[] = ['confirmed', 'completed', 'no_show', 'cancelled', 'held', 'requested'];
      // As in the product: a part is written in the transaction of its event.
      const { id } = await write.transaction().execute((tx) =>
        buildEvent({ ...app, database: { ...app.database, write: tx } }, employee, {
          start,
          status: pick(statuses, seed) ?? 'confirmed',
          serviceId: employee.serviceId,
          contactId: pick(app.contacts, seed) ?? '',
          lane: hour,
        }),
      );
      ids.push(id);
    },
    status: async (seed) =>
      app.call(
        visits.changeStatus,
        {
          id: pick(ids, seed) ?? app.company.id,
          status: pick(['completed', 'confirmed', 'cancelled', 'no_show', 'arrived'] as const, seed) ?? 'confirmed',
          acceptOverlap: true,
        },
        await as(),
      ),
    move: (seed) =>
      // A visit has the times of its parts.
      sql`
        with moved as (
          update events set start_at = start_at + ${`${(seed % 90) - 45} hours`}::interval,
            end_at = end_at + ${`${(seed % 90) - 45} hours`}::interval,
            calendar_id = ${pick(app.employees, seed)?.calendarId}, location_id = ${pick(app.employees, seed + 1)?.locationId},
            lane = ${++hour + 1000} where id = ${pick(ids, seed) ?? app.company.id}
          returning id, start_at, end_at, day)
        update visits v set start_at = m.start_at, end_at = m.end_at, day = m.day from moved m where v.id = m.id`.execute(
        write,
      ),
    price: (seed) =>
      write.transaction().execute(async (tx) => {
        const id = pick(ids, seed) ?? app.company.id;
        await sql`update visit_parts set price = ${seed % 80} where visit_id = ${id}`.execute(tx);
        await sql`update events e set ${figuresFromVisits} from visit_parts p where p.visit_id = ${id} and e.id = p.event_id`.execute(
          tx,
        );
      }),
    // As for a course: several visits in one event.
    share: (seed) =>
      write.transaction().execute(async (tx) => {
        const [visitId, eventId] = [pick(ids, seed) ?? '', pick(ids, seed + 1) ?? ''];
        await sql`
          insert into visit_parts (company_id, visit_id, event_id, minutes, price)
            select v.company_id, v.id, e.id, 30, ${seed % 70} from visits v join events e on e.company_id = v.company_id
            where v.id = ${visitId} and e.id = ${eventId}
            on conflict do nothing`.execute(tx);
        await sql`update events e set ${figuresFromVisits} where id = ${eventId}`.execute(tx);
      }),
    remove: (seed) => sql`delete from visits where id = ${pick(ids, seed) ?? app.company.id}`.execute(write),
    async pay(seed) {
      app.clock.set(now.subtract({ hours: seed % 120 }));
      const visitId = pick(ids, seed) ?? app.company.id;
      await app.call(receipts.pay, { visitId, amount: 10 + (seed % 50), method: 'cash' }, await as());
    },
    async refund(seed) {
      const paid = await write.selectFrom('receipts').select('id').where('refundsId', 'is', null).execute();
      await app.call(receipts.refund, { id: pick(paid, seed)?.id ?? app.company.id }, await as());
    },
    async mail(seed) {
      const settledAt = now.subtract({ hours: seed % 150 });
      const location = pick(app.employees, seed)?.locationId ?? null;
      const id = await buildMail(app, { companyId: app.company.id, state: 'sent', settledAt });
      await write
        .updateTable('deliveries')
        .set({ locationId: location, medium: pick(['mail', 'sms'], seed) ?? 'mail' })
        .where('id', '=', id)
        .execute();
    },
    bounce: (seed) =>
      sql`update deliveries set state = case state when 'sent' then 'failed' else 'sent' end where id in (
        select id from deliveries order by id offset ${seed % 5} limit 1)`.execute(write),
    async merge(seed) {
      const [contactId = '', mergedId = ''] = seed % 2 ? app.contacts : app.contacts.toReversed();
      await app.call(companyContacts.operations.merge, { contactId, mergedId, take: [] }, await as());
    },
    async undoMerge() {
      const merge = app.database.read.selectFrom('contactMerges').select('id').where('undoneAt', 'is', null);
      const { id = app.company.id } = (await merge.executeTakeFirst()) ?? {};
      await app.call(companyContacts.operations.undoMerge, { id }, await as());
    },
    // As when a location moves to another zone.
    zone: (seed) =>
      sql`
        with moved as (
          update events set time_zone = ${pick(zones, seed)} where id = ${pick(ids, seed) ?? app.company.id}
          returning id, time_zone, day)
        update visits v set time_zone = m.time_zone, day = m.day from moved m where v.id = m.id`.execute(write),
    // A message of a campaign, of which the day is known once it was sent.
    send: (seed) =>
      sql`
        insert into campaign_recipients (company_id, id, campaign_id, address, day, created_at)
          values (${app.company.id}, gen_random_uuid(), ${pick(app.campaigns, seed)}, ${`${++hour}@example.org`},
            ${seed % 3 ? dayBefore(seed % 60) : null}, now())`.execute(write),
    sent: (seed) =>
      sql`update campaign_recipients set day = ${dayBefore(seed % 60)}::date where day is null`.execute(write),
    follow: (seed) =>
      sql`
        insert into campaign_visits (company_id, id, campaign_id, recipient_id, link, is_person, day, created_at)
          select company_id, gen_random_uuid(), campaign_id, id, ${seed % 3}, ${seed % 4 > 0}, ${dayBefore(seed % 50)}::date, now()
          from campaign_recipients order by id offset ${seed % 4} limit 2`.execute(write),
    // Some visits turn out to be those of a scanner.
    scan: (seed) => sql`update campaign_visits set is_person = not is_person where link = ${seed % 3}`.execute(write),
    forget: (seed) =>
      sql`delete from campaign_recipients where id in (
        select id from campaign_recipients order by id offset ${seed % 5} limit 1)`.execute(write),
    close: () => closeDays(app, { days: 3 }),
    async closeWhileChanging(seed) {
      const others = Object.keys(changes).filter((name) => !/clos/i.test(name));
      const change = pick(others, seed) ?? 'book';
      await Promise.all([closeDays(app), changes[change]?.(seed + 1), changes.book?.(seed + 2), closeDays(app)]);
    },
    async readWhileClosing() {
      await write.transaction().execute(async (tx) => {
        await sql`select close_days(${app.company.id}, ${today.subtract({ days: 3 }).toString()}::date)`.execute(tx);
        await sql`select recount_days(${app.company.id}, 100)`.execute(tx);
        // Not committed: readers find the figures of before, with their marks.
        await assertExact(app, app.company.id);
      });
    },
  };
  const names = Object.keys(changes);
  let most = 0;
  // Each of them once before they come at random.
  for (const name of ['book', 'book', 'book', 'pay', ...names]) {
    await changes[name]?.(3);
    most = Math.max(most, await assertExact(app, app.company.id));
  }
  const { rows: done } = await sql<{ refunds: number; merges: number }>`
    select (select count(*) from receipts where amount < 0) as refunds, (select count(*) from contact_merges) as merges`.execute(
    write,
  );
  assert.deepEqual(done, [{ refunds: 1, merges: 1 }]);
  for (let seed = 0; seed < 12; seed++) await changes.book?.(seed);
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(fc.integer({ min: 0, max: names.length - 1 }), fc.nat(1_000)), {
        minLength: 12,
        maxLength: 12,
      }),
      async (steps) => {
        for (const [index, seed] of steps) {
          await changes[names[index] ?? 'book']?.(seed);
          most = Math.max(most, await assertExact(app, app.company.id));
        }
      },
    ),
    { ...runs(6), endOnFailure: true },
  );
  assert.ok(most > 5, `${most} rows of figures`);
  // In a month before: the steps that came at random may have none there.
  await changes.book?.(85);
  await closeDays(app);
  const { rows } = await sql<{ counted: number; dirty: number }>`
    select (select count(*) from counts_by_month) as counted, (select count(*) from dirty_days m
      join closed_days d on d.company_id = m.company_id where m.day <= d.until) as dirty`.execute(write);
  assert.ok((rows[0]?.counted ?? 0) > 0, 'months were closed');
  assert.equal(rows[0]?.dirty, 0);
  await assertExact(app, app.company.id);
});

test('a change of an open day marks nothing and runs no function; one of a closed day does', async () => {
  await using app = await chain();
  const [employee] = app.employees;
  assert.ok(employee);
  /** The triggers of figures that a statement runs. */
  const ranBy = async (statement: ReturnType<typeof sql>, db = app.database.write) => {
    const { rows } = await sql<{ 'QUERY PLAN': [{ Triggers?: { 'Trigger Name': string }[] }] }>`
      explain (analyze, format json) ${statement}`.execute(db);
    const [plan] = Object.values(rows[0] ?? {}).flat() as [{ Triggers?: { 'Trigger Name': string }[] }];
    return (plan.Triggers ?? []).map((trigger) => trigger['Trigger Name']).filter((name) => name.endsWith('_day'));
  };
  const ran: Record<string, string[]> = {};
  for (const [when, start] of Object.entries({ open: Temporal.Now.instant(), closed: '2026-01-05T08:00:00Z' })) {
    const { id } = await buildEvent(app, employee, { start, name: 'Mara' });
    const mail = await buildMail(app, { companyId: app.company.id });
    const day = when === 'open' ? today.toString() : '2026-01-05';
    ran[when] = [
      ...(await ranBy(sql`update visits set status = 'completed' where id = ${id}`)),
      ...(await ranBy(sql`update events set title = 'Cut' where id = ${id}`)),
      // A new price is written with its event, which marks the day.
      ...(await app.database.write
        .transaction()
        .execute(async (tx) => [
          ...(await ranBy(sql`update visit_parts set price = 35 where visit_id = ${id}`, tx)),
          ...(await ranBy(sql`update events e set ${figuresFromVisits} where id = ${id}`, tx)),
        ])),
      ...(await ranBy(sql`update visit_parts set minutes = 45 where visit_id = ${id}`)),
      ...(await ranBy(
        sql`update deliveries set state = 'sent', settled_at = ${Temporal.Instant.from(String(start))} where id = ${mail}`,
      )),
      ...(await ranBy(sql`delete from visits where id = ${id}`)),
      ...(await ranBy(sql`
        insert into campaign_recipients (company_id, id, campaign_id, address, created_at)
          values (${app.company.id}, ${id}, ${app.campaigns[0]}, ${when}, now())`)),
      ...(await ranBy(sql`update campaign_recipients set day = ${day}::date where id = ${id}`)),
      ...(await ranBy(sql`update campaign_recipients set unsubscribed_at = now() where id = ${id}`)),
      ...(await ranBy(sql`
        insert into campaign_visits (company_id, id, campaign_id, recipient_id, link, is_person, day, created_at)
          values (${app.company.id}, ${id}, ${app.campaigns[0]}, ${id}, 0, true, ${day}::date, now())`)),
      ...(await ranBy(sql`update campaign_visits set is_person = false where id = ${id}`)),
      ...(await ranBy(sql`delete from campaign_visits where id = ${id}`)),
      ...(await ranBy(sql`delete from campaign_recipients where id = ${id}`)),
    ];
    const dirty = await app.database.read.selectFrom('dirtyDays').select('day').distinct().execute();
    assert.deepEqual(dirty, when === 'open' ? [] : [{ day: '2026-01-05' }]);
  }
  const all = [
    ...['visits_update_day', 'events_update_day', 'events_update_day', 'deliveries_update_day', 'visits_delete_day'],
    ...['campaign_recipients_update_day', 'campaign_visits_insert_day', 'campaign_visits_update_day'],
    ...['campaign_visits_delete_day', 'campaign_recipients_delete_day'],
  ];
  assert.deepEqual(ran, { open: [], closed: all });
});

test('a day with changes that are not counted yet is read from the facts', async () => {
  await using app = await chain();
  const [employee] = app.employees;
  assert.ok(employee);
  const start = '2026-01-05T10:00:00Z';
  const { id } = await buildEvent(app, employee, { start, status: 'completed', serviceId: employee.serviceId });
  await closeDays(app);
  const figures = async () => {
    const counted = await app.database.read.selectFrom('countsByDay').select(['number', 'completed']).execute();
    await assertExact(app, app.company.id);
    return counted;
  };
  assert.deepEqual(await figures(), [{ number: 1, completed: 30 }]);
  await app.database.write.transaction().execute(async (tx) => {
    await sql`update visits set status = 'confirmed' where id = ${id}`.execute(tx);
    await sql`update events e set ${figuresFromVisits} where id = ${id}`.execute(tx);
  });
  assert.deepEqual(await figures(), [{ number: 1, completed: 30 }]);
  await closeDays(app);
  assert.deepEqual(await figures(), [{ number: 1, completed: 0 }]);
});

test('a company whose figures fail keeps no other from theirs, and one that takes too long is closed in shorter steps', async () => {
  await using app = await testApp({ now: Temporal.Now.instant().toString() });
  const build = async () => {
    const company = await buildCompany(app);
    const employee = await buildEmployee(app, await buildLocation(app, company));
    await buildEvent(app, employee, { start: '2026-01-05T10:00:00Z', name: 'Mara' });
    return company.id;
  };
  const [broken, slow, sound] = [await build(), await build(), await build()];
  const { write } = app.database;
  await sql`alter function close_days(uuid, date) rename to really_close_days`.execute(write);
  await sql`
    create function close_days(company uuid, last date) returns void language plpgsql as $$
    begin
      if company = ${sql.lit(broken)} then raise exception 'a fault of one company'; end if;
      -- As the time limit of statements does.
      if company = ${sql.lit(slow)} and last > coalesce(
          (select until from closed_days c where c.company_id = company), '2026-01-04'::date) + 8 then
        raise query_canceled;
      end if;
      perform really_close_days(company, last);
    end $$`.execute(write);
  await assert.rejects(closeDays(app), (error) => error instanceof AggregateError && error.errors.length === 1);
  const closed = await write.selectFrom('closedDays').select('companyId').execute();
  assert.deepEqual(closed.map(({ companyId }) => companyId).sort(), [slow, sound].sort());
  for (const companyId of [broken, slow, sound]) await assertExact(app, companyId);
});
