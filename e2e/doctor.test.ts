// The operator's health check on screen: what is fine, what to look at and what is broken.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { sql } from 'kysely';
import { doctorChecks } from '#contract/operations/doctor.ts';
import { buildBusiness } from '#server/testing/build/business.ts';
import { openApp } from './lib/app.ts';
import { axeBothSchemes, noHorizontalScroll, openBrowser, widths } from './lib/browser.ts';
import { openAs } from './lib/staff.ts';

const daybook = await openApp();
const browser = await openBrowser();
after(() => browser[Symbol.asyncDispose]());
after(() => daybook[Symbol.asyncDispose]());
const { services } = daybook;

test('an operator reads what is broken and what to do, and checks again by the keyboard', async () => {
  const { employee } = await buildBusiness(services, { actions: ['sys'] });
  const page = await openAs(daybook, browser, employee, '/app/system/doctor', widths.wide);
  await page.getByRole('heading', { name: 'Health check', level: 1 }).waitFor();
  const line = (name: string) => page.getByRole('listitem').filter({ has: page.getByRole('heading', { name }) });
  await line('Archives').getByText('There is no archive.').waitFor();
  await line('Archives').getByRole('img', { name: 'Look' }).waitFor();
  await line('Files').getByRole('img', { name: 'Fine' }).waitFor();
  assert.equal(await page.locator('main li h2').count(), doctorChecks.length);
  await noHorizontalScroll(page);
  await axeBothSchemes(page, 'health check');

  await sql`insert into jobs (id, name, time_out_seconds, next_start_seconds, last_started, last_ended)
    values (gen_random_uuid(), 'tidy', 60, 60, now() - interval '1 day', now() - interval '1 day')
    on conflict (name) do update set last_started = excluded.last_started, last_ended = excluded.last_ended`.execute(
    services.database.write,
  );
  await page.getByRole('button', { name: 'Check again' }).press('Enter');
  await line('Jobs').getByRole('img', { name: 'Broken' }).waitFor();
  await page
    .getByRole('status')
    .getByText(/^Broken: \d/)
    .waitFor();
  await page.setViewportSize(widths.phone.viewport);
  await noHorizontalScroll(page);
  await axeBothSchemes(page, 'health check with faults, on a phone');

  for (const [language, title] of [
    ['de', 'Zustand'],
    ['lv', 'Sistēmas stāvoklis'],
  ] as const) {
    await sql`update users set language_id = (select id from languages where key = ${language})
      where id = ${employee.userId}`.execute(services.database.write);
    await page.context().addCookies([{ name: 'daybook-language', value: language, url: daybook.url }]);
    await page.reload();
    await page.getByRole('heading', { name: title, level: 1 }).waitFor();
    await page.locator('main li h2').nth(11).waitFor();
    await noHorizontalScroll(page);
    if (process.env.SHOTS)
      await page.screenshot({ path: `${process.env.SHOTS}/doctor-${language}.png`, fullPage: true });
  }
  await page.context().close();
});
