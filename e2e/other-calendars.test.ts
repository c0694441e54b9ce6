// Outside calendars in the browser: of a real CalDAV server on loopback, added, read, written, failing, and ended.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { sql } from 'kysely';
import { readDueCalendars } from '#server/links/outside/rounds/read-due-calendars.ts';
import { buildBusiness, buildEmployee, openAlways } from '#server/testing/build/business.ts';
import { calendarObject } from '#server/testing/build/outside-events.ts';
import { buildEvent } from '#server/testing/build/visits.ts';
import { openCalDav } from '#server/testing/servers/caldav.ts';
import { openApp } from './lib/app.ts';
import { axeBothSchemes, hasFocus, openBrowser, widths } from './lib/browser.ts';
import { at, calendarPath, openAs, wednesday } from './lib/staff.ts';

const dav = await openCalDav();
const daybook = await openApp({ PRIVATE_HOSTS: '127.0.0.1' });
const browser = await openBrowser();
after(() => browser[Symbol.asyncDispose]());
after(() => daybook[Symbol.asyncDispose]());
after(() => dav[Symbol.asyncDispose]());
const { services } = daybook;

/** Rounds are seconds apart, and longer after a failure. */
async function readAtOnce(): Promise<void> {
  await sql`update outside_calendars set begun_at = null, due_at = 'epoch'`.execute(services.database.write);
  await readDueCalendars(services);
}

const utc = (instant: string) => instant.replaceAll(/[-:]/g, '').replace(/\.\d+/, '');

for (const [size, width] of Object.entries(widths)) {
  test(`a person has appointments written, reads what was changed there and why it fails, and ends it (${size})`, async () => {
    const { employee } = await buildBusiness(services, {
      ...{ actions: ['user', 'admin'], firstName: 'Anna', hours: openAlways, timeZone: 'Europe/Riga' },
    });
    dav.faults = {};
    for (const name of dav.names()) dav.remove(name);
    const moved = await buildEvent(services, employee, { start: at('10:00'), name: 'Mara' });
    const page = await openAs(daybook, browser, employee, '/app/company/details', width);
    const rules = page.getByRole('region', { name: 'Other calendars of employees' });
    await rules.getByRole('radio', { name: 'Customers, services and places' }).click();
    await rules.getByRole('button', { name: 'Save' }).press('Enter');
    await page.getByText('The rule for other calendars is saved.').first().waitFor();
    await axeBothSchemes(page, 'rules of other calendars');
    await page.goto(`${daybook.url}/app/user/my-account#other-calendars`);
    const section = page.getByRole('region', { name: 'Other calendars', exact: true });
    await section.getByRole('button', { name: 'Add a calendar' }).click();
    await section.getByLabel('Address').fill(dav.url);
    await section.getByLabel('User name').fill(dav.logIn);
    await section.getByRole('textbox', { name: 'Password' }).fill(dav.password);
    await page.keyboard.press('Enter');
    const writes = section.getByRole('switch', { name: /^Write my appointments/ });
    await writes.press('Space');
    await section.getByText('Nothing written yet · Waiting: 1').waitFor();
    await readDueCalendars(services);
    await section.getByText(/^Written /).waitFor();
    const name = `${moved.id}.ics`;
    assert.match(dav.content(name) ?? '', /SUMMARY:Busy/);
    await section.getByLabel('Entries show').click();
    await page.getByRole('option', { name: 'Customers, services and places' }).click();
    await section.getByText(/Waiting: 1/).waitFor();
    await readAtOnce();
    await section.getByText(/Waiting: 1/).waitFor({ state: 'detached' });
    assert.match(dav.content(name) ?? '', /SUMMARY:Mara/);

    dav.remove(name);
    await readAtOnce();
    await page.reload();
    await section.getByText(/^Mara.*: deleted there$/).waitFor();
    await axeBothSchemes(page, 'an entry deleted there');
    dav.faults = { writing: 403 };
    await section.getByRole('button', { name: /^Put back: Mara/ }).press('Enter');
    await page.getByText('The entry is written again within a minute.').first().waitFor();
    await readAtOnce();
    await section.getByText(/^Daybook may not write into this calendar/).waitFor();
    await axeBothSchemes(page, 'a calendar that may not be written');
    dav.faults = {};
    await section.getByRole('button', { name: 'Read now' }).click();
    await page.getByText('The calendars are read within a minute.').first().waitFor();
    await readAtOnce();
    await page.reload();
    assert.equal(dav.names().length, 1);
    await writes.click();
    const question = page.getByRole('dialog', { name: /^Stop writing into/ });
    await axeBothSchemes(page, 'stop writing');
    await question.getByRole('button', { name: 'Delete the entries there' }).click();
    await section.getByText(/^The entries are being deleted there/).waitFor();
    await readAtOnce();
    assert.deepEqual(dav.names(), []);
    await section.getByText(/^The entries are being deleted there/).waitFor({ state: 'detached' });
  });
}

for (const [size, width] of Object.entries(widths)) {
  test(`a person adds a calendar, sees its times grey, reads why it fails, and deletes it (${size})`, async () => {
    const { employee, location } = await buildBusiness(services, {
      ...{ actions: ['user', 'admin'], firstName: 'Anna', hours: openAlways, timeZone: 'Europe/Riga' },
    });
    await buildEmployee(services, location);
    dav.faults = {};
    dav.put('dentist.ics', calendarObject('dentist', utc(at('10:00'))));
    const page = await openAs(daybook, browser, employee, '/app/user/my-account#other-calendars', width);
    const section = page.getByRole('region', { name: 'Other calendars', exact: true });
    await section.getByText('No other calendar is read yet.').waitFor();
    // The sections above it are loaded after it, and the address still leads to it.
    await page.getByRole('button', { name: 'Save the hours' }).waitFor({ state: 'attached' });
    const isInView = (id: string) => {
      const { top = Infinity, bottom = Infinity } = document.getElementById(id)?.getBoundingClientRect() ?? {};
      return top >= 0 && bottom <= innerHeight;
    };
    await page.waitForFunction(isInView, 'other-calendars');
    await axeBothSchemes(page, 'no other calendar');
    await section.getByRole('button', { name: 'Add a calendar' }).press('Enter');
    await hasFocus(section.getByLabel('Address'));
    await page.keyboard.type(dav.url);
    await section.getByLabel('User name').fill(dav.logIn);
    await section.getByRole('textbox', { name: 'Password' }).fill('not the password');
    await page.keyboard.press('Enter');
    await section.getByText('The server does not accept the name and password.').waitFor();
    await axeBothSchemes(page, 'other calendars refused');
    assert.equal(await section.getByLabel('Address').inputValue(), dav.url);
    await section.getByRole('textbox', { name: 'Password' }).fill(dav.password);
    await page.keyboard.press('Enter');
    const takesTime = section.getByRole('switch', { name: /takes time$/ }).first();
    await takesTime.waitFor();
    // The form takes the focus along, by either of its buttons.
    await hasFocus(section.getByRole('button', { name: 'Add a calendar' }));
    await section.getByRole('button', { name: 'Sign in again' }).press('Enter');
    await hasFocus(section.getByRole('textbox', { name: 'Password' }));
    await section.getByRole('button', { name: 'Cancel' }).press('Enter');
    await hasFocus(section.getByRole('button', { name: 'Sign in again' }));
    if (!(await takesTime.isChecked())) await takesTime.click();
    await section.getByText('Being read…').waitFor();
    await readDueCalendars(services);
    await section.getByText(/^Read .* · Events: \d+/).waitFor();
    await section.getByText('Busy in the next 14 days').click();
    await section.getByText(/10:00\s?–\s?11:00/).waitFor();
    await axeBothSchemes(page, 'other calendars read');

    await page.goto(`${daybook.url}${calendarPath('day')}`);
    await page.getByText('Outside').first().waitFor();

    dav.faults = { status: 500 };
    await page.goto(`${daybook.url}/app/user/my-account#other-calendars`);
    await section.getByRole('button', { name: 'Read now' }).click();
    await page.getByText('The calendars are read within a minute.').first().waitFor();
    await readDueCalendars(services);
    await page.reload();
    await section
      .getByText(/The server has a problem of its own \(500\)/)
      .first()
      .waitFor();
    await axeBothSchemes(page, 'other calendars failing');

    dav.faults = { status: 401 };
    await readAtOnce();
    await page.reload();
    await section.getByText('Enter the password again').first().waitFor();
    await section.getByText(/The server (does not accept the name and password|asks for a way to sign in)/).waitFor();
    await axeBothSchemes(page, 'other calendars sign in again');

    await section.getByRole('button', { name: 'Delete' }).click();
    const question = page.getByRole('dialog', { name: /^Delete/ });
    await question.getByRole('button', { name: 'Delete' }).click();
    await section.getByText('No other calendar is read yet.').waitFor();
    await hasFocus(section.getByRole('button', { name: 'Add a calendar' }));
    await page.goto(`${daybook.url}/app/user/calendars?view=team&date=${wednesday}`);
    await page.locator(`[data-column="${employee.calendarId}"]`).waitFor();
    assert.equal(await page.locator('[data-outside]').count(), 0);
  });
}
