// Every state of other calendars on the account page, in three languages: nothing is cut, and all of it is translated.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, test } from 'node:test';
import { sql } from 'kysely';
import type { Locator, Page } from 'playwright-core';
import { type BuiltEmployee, buildBusiness, buildEmployee, openAlways } from '#server/testing/build/business.ts';
import { buildEvent } from '#server/testing/build/visits.ts';
import { openCalDav } from '#server/testing/servers/caldav.ts';
import { openApp } from './lib/app.ts';
import { axeBothSchemes, openBrowser, widths } from './lib/browser.ts';
import { at, openAs } from './lib/staff.ts';

const [first, second] = [await openCalDav(), await openCalDav()];
const daybook = await openApp({ PRIVATE_HOSTS: '127.0.0.1' });
const browser = await openBrowser();
after(() => browser[Symbol.asyncDispose]());
after(() => daybook[Symbol.asyncDispose]());
after(() => Promise.all([first, second].map((server) => server[Symbol.asyncDispose]())));
const { services } = daybook;
const { write } = services.database;

/** Columns of `outside_calendars`. */
type CalendarState = Record<string, string | number | boolean | Temporal.Instant>;

const ago = (minutes: number) => services.clock.now().subtract({ minutes });
const isRead = { reads: true, last_read_at: ago(3), due_at: services.clock.now().add({ minutes: 30 }) };

/** An account of a server with one calendar; returns the calendar. */
async function calendarOf(
  { companyId, calendarId }: BuiltEmployee,
  host: string,
  calendar: CalendarState,
  state = 'ok',
): Promise<string> {
  const [accountId, id] = [randomUUID(), randomUUID()];
  await sql`
    insert into outside_accounts (company_id, id, calendar_id, provider, address, log_in, secret, state, own_addresses)
    values (${companyId}, ${accountId}, ${calendarId}, 'caldav', ${`https://${host}/remote.php/dav/`}, 'anna', ${Buffer.alloc(40)},
      ${state}, '{anna@example.org}')`.execute(write);
  const columns = {
    company_id: companyId,
    id,
    account_id: accountId,
    calendar_id: calendarId,
    href: '/anna/',
    ...calendar,
  };
  await sql`
    insert into outside_calendars (${sql.join(Object.keys(columns).map((name) => sql.ref(name)))})
    values (${sql.join(Object.values(columns))})`.execute(write);
  return id;
}

async function object(companyId: string, calendar: string, title: string, problem: string | null): Promise<void> {
  await sql`
    insert into outside_objects (company_id, outside_calendar_id, href, etag, uid, content, title, problem)
    values (${companyId}, ${calendar}, ${`/anna/${randomUUID()}.ics`}, '"1"', ${randomUUID()}, 'UID:1', ${title}, ${problem})`.execute(
    write,
  );
}

/** The trigger has added it when the appointment was made. */
async function entry(calendar: string, eventId: string, state: string, isDue: boolean): Promise<void> {
  const due = isDue ? services.clock.now().add({ hours: 1 }) : null;
  await sql`
    update outside_written set uid = ${randomUUID()}, href = ${`/anna/${eventId}.ics`}, etag = '"1"', state = ${state}, due_at = ${due}
    where outside_calendar_id = ${calendar} and event_id = ${eventId}`.execute(write);
}

/** One calendar in each state, and one that is written, where entries were moved and deleted. */
async function personWithAll(): Promise<BuiltEmployee> {
  const { employee, location, company } = await buildBusiness(services, {
    ...{ actions: ['user', 'admin'], firstName: 'Anna', hours: openAlways, timeZone: 'Europe/Riga' },
  });
  const { companyId } = employee;
  await sql`update companies set outside_detail = 'service' where id = ${company.id}`.execute(write);
  await calendarOf(employee, 'reading.example.org', { name: 'Family', reads: true });
  const partly = await calendarOf(employee, 'partly.example.org', { name: 'Home & more', ...isRead });
  await object(companyId, partly, '', null);
  await object(companyId, partly, 'Choir', 'unknownZone');
  await object(companyId, partly, 'Dentist', 'endBeforeStart');
  await object(companyId, partly, 'Backups', 'often');
  const failing = { ...isRead, failing_since: ago(150), last_read_at: ago(155) };
  await calendarOf(employee, 'failing.example.org', { name: 'Work', ...failing, reason: 'server', status: 503 });
  await calendarOf(employee, 'refused.example.org', { name: 'Sport', ...failing, reason: 'signIn' }, 'signIn');
  await calendarOf(employee, 'gone.example.org', { name: 'Old', ...failing, reason: 'gone', status: 404 });
  await calendarOf(employee, 'off.example.org', { name: 'Club' }, 'off');
  await calendarOf(employee, 'ending.example.org', { name: 'Ending', ...isRead, removes_written: true });
  const written = await calendarOf(employee, 'written.example.org', {
    ...{ name: 'Appointments of a person with a long name', ...isRead, writes: true, detail: 'service' },
    last_written_at: ago(1),
  });
  const visit = (time: string, name: string) => buildEvent(services, employee, { start: at(time), name, title: 'Cut' });
  await entry(written, (await visit('09:00', 'Māra Ozoliņa-Kalniņa')).id, 'moved', false);
  await entry(written, (await visit('11:00', 'Ben')).id, 'deleted', false);
  await entry(written, (await visit('13:00', 'Cleo')).id, 'written', true);
  const colleague = await buildEmployee(services, location, { firstName: 'Berta', lastName: 'Liepa' });
  await calendarOf(colleague, 'cloud.example.org', { name: 'Mine', ...isRead });
  return employee;
}

/** The chosen calendar is gone: nothing is read there, and nothing can be written. */
async function personWithoutTheChosen(): Promise<BuiltEmployee> {
  const { employee } = await buildBusiness(services, { actions: ['user'], firstName: 'Anna' });
  const calendar = await calendarOf(employee, 'gone.example.org', {
    ...{ name: 'Appointments', writes: true, reason: 'gone', status: 404, failing_since: ago(90) },
    ...{ last_written_at: ago(120), due_at: services.clock.now().add({ minutes: 20 }) },
  });
  await calendarOf(employee, 'full.example.org', {
    ...{
      name: 'Full',
      ...isRead,
      removes_written: true,
      write_reason: 'quota',
      write_status: 507,
      write_failing_since: ago(70),
    },
  });
  const { id } = await buildEvent(services, employee, { start: at('09:00'), name: 'Ben' });
  await entry(calendar, id, 'new', true);
  return employee;
}

const languages = [
  ['en', 'Other calendars'],
  ['de', 'Andere Kalender'],
  ['lv', 'Citi kalendāri'],
] as const;

/** At both widths, with pictures of the whole section. */
async function look(page: Page, section: Locator, what: string): Promise<void> {
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 900 });
    const cut = await section.evaluate((all) =>
      [...all.querySelectorAll('button, span, p, label, h3, h4, li')]
        .filter((one) => one.scrollWidth > one.clientWidth + 1 && getComputedStyle(one).overflow === 'hidden')
        .flatMap(({ textContent }) => textContent || []),
    );
    assert.deepEqual(cut, [], `${what}, ${width}`);
    await axeBothSchemes(page, what);
    const { SHOTS } = process.env;
    // Only what is in view is painted.
    if (SHOTS) await page.setViewportSize({ width, height: 8_000 });
    for (const colorScheme of SHOTS ? (['light', 'dark'] as const) : []) {
      await page.emulateMedia({ colorScheme });
      await section.screenshot({ path: `${SHOTS}/whole-${what.replaceAll(' ', '-')}-${width}-${colorScheme}.png` });
    }
    await page.emulateMedia({ colorScheme: 'light' });
  }
}

for (const [language, title] of languages) {
  test(`each state of other calendars fits, at both widths: ${language}`, async () => {
    for (const [name, build] of Object.entries({ all: personWithAll, gone: personWithoutTheChosen })) {
      const options = { ...widths.wide, locale: language };
      const page = await openAs(daybook, browser, await build(), '/app/user/my-account#other-calendars', options);
      const section = page.getByRole('region', { name: title, exact: true });
      await section.getByRole('heading', { level: 3 }).first().waitFor();
      assert.equal(await page.locator('html').getAttribute('lang'), language);
      for (const summary of await section.locator('summary').all()) await summary.click();
      await look(page, section, `other calendars ${name} ${language}`);
      if (name !== 'all') continue;
      // Of the last account: whether appointments are written.
      await section.getByRole('switch', { checked: true }).last().click();
      await look(page, page.getByRole('dialog'), `a question about other calendars ${language}`);
    }
  });

  test(`a person is asked before their password goes to another server, and reads there: ${language}`, async () => {
    const { employee } = await buildBusiness(services, { actions: ['user'], firstName: 'Anna' });
    first.faults = { home: second.collection.replace('home/', '') };
    second.credentials.length = 0;
    const options = { ...widths.wide, locale: language };
    const page = await openAs(daybook, browser, employee, '/app/user/my-account#other-calendars', options);
    const section = page.getByRole('region', { name: title, exact: true });
    await section.getByRole('button').press('Enter');
    const [address, logIn, password] = [0, 1, 2].map((nth) => section.locator('form input').nth(nth));
    await address?.fill(first.url);
    await logIn?.fill(first.logIn);
    await password?.fill(first.password);
    await page.keyboard.press('Enter');
    const question = section.getByRole('alert');
    await question.getByText(new URL(second.url).host).waitFor();
    await look(page, section, `calendars on another server ${language}`);
    assert.deepEqual(second.credentials, []);
    await question.getByRole('button').press('Enter');
    await section.getByRole('heading', { name: new URL(second.url).host }).waitFor();
    await section.getByRole('switch').first().waitFor();
    assert.deepEqual([...new Set(second.credentials)], [`${first.logIn}:${first.password}`]);
  });
}
