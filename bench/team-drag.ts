// Measures how long the browser is busy at once while an event is dragged over the team's day: 20 columns, 400 events.
import { tmpdir } from 'node:os';
import { chromium, type Page } from 'playwright-core';
import { buildWebIfStale } from '#server/site/html/build-web.ts';
import { buildEmployee } from '#server/testing/build/business.ts';
import { signIn } from '#server/testing/build/sign-in.ts';
import { buildEvent } from '#server/testing/build/visits.ts';
import { findBrowser } from '../tools/browser.ts';
import { startChild } from './lib/child.ts';
import type { Row } from './lib/report.ts';
import type { World } from './lib/world.ts';

const eventsPerPerson = 20;
const maxTask = 50;
/** Other processes of the machine lengthen tasks: the calmest round counts. */
const rounds = 3;

export async function benchTeamDrag(world: World): Promise<Row[]> {
  const { services, people } = world;
  const [first] = people;
  if (!first) throw new Error('The world has people.');
  await buildWebIfStale(console.log);
  // Beyond the events of the world, and no Sunday.
  const after = world.monthStart.toZonedDateTimeISO(first.timeZone).toPlainDate().add({ days: 400 });
  const day = after.dayOfWeek === 7 ? after.add({ days: 1 }) : after;
  for (const person of people) {
    const opening = day.toZonedDateTime({ timeZone: person.timeZone, plainTime: '08:00' }).toInstant();
    for (let index = 0; index < eventsPerPerson; index++) {
      const start = opening.add({ minutes: 30 * index });
      const end = start.add({ minutes: 30 }).toString();
      await buildEvent(services, person, { start, end, title: 'Colour and cut', name: `Customer ${index}` });
    }
  }
  const { locationId: id, companyId, locationUrlName: urlName, timeZone } = first;
  const location = { id, companyId, urlName, timeZone, name: 'Riga', geolocationId: null };
  const admin = await buildEmployee(services, location, { actions: ['admin'] });
  const { cookie } = await signIn(services, admin);
  const [name = '', value = ''] = cookie.split('=');
  const app = await startChild('serve-app.ts', [world.embedded.url, tmpdir()]);
  const browser = await chromium.launch({
    ...(await findBrowser()),
    args: ['--no-sandbox', '--disable-dev-shm-usage'],
  });
  try {
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, locale: 'en-GB' });
    const address = app.url.replace('127.0.0.1', 'localhost');
    await context.addCookies([{ name, value, url: address, httpOnly: true, sameSite: 'Lax' }]);
    const page = await context.newPage();
    await page.goto(`${address}/app/user/calendars?view=team&date=${day}`);
    const count = people.length * eventsPerPerson;
    await page.waitForFunction((all) => document.querySelectorAll('[data-event]').length >= all, count);
    await observe(page);
    const measured: Measured[] = [];
    for (let round = 0; round < rounds; round++) measured.push(await dragAround(page));
    const longest = Math.min(...measured.map(({ tasks }) => Math.max(0, ...tasks)));
    const work = Math.min(...measured.map((round) => Math.max(0, ...round.work)));
    const of = `while dragging, ${people.length} columns, ${count} events`;
    return [
      {
        label: `Longest task ${of} (calmest of ${rounds} rounds)`,
        value: longest ? `${longest.toFixed(0)} ms` : `none over ${maxTask} ms`,
        target: `<= ${maxTask} ms`,
        isMet: longest <= maxTask,
      },
      { label: `Script, style and layout of the longest frame ${of}`, value: `${work.toFixed(0)} ms` },
    ];
  } finally {
    await browser.close();
    await app.close();
  }
}

interface Measured {
  tasks: number[];
  /** The time of scripts, styles and layout in each frame of more than 50 ms; the rest is painting and waiting. */
  work: number[];
}

async function observe(page: Page): Promise<void> {
  await page.evaluate(() => {
    const measured: Measured = { tasks: [], work: [] };
    Object.assign(window, { measured });
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) measured.tasks.push(duration);
    }).observe({ type: 'longtask' });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        // Not yet in TypeScript's types.
        const frame = entry as PerformanceEntry & { styleAndLayoutStart: number; scripts: { duration: number }[] };
        const styles = frame.styleAndLayoutStart ? frame.startTime + frame.duration - frame.styleAndLayoutStart : 0;
        measured.work.push(frame.scripts.reduce((sum, { duration }) => sum + duration, styles));
      }
    }).observe({ type: 'long-animation-frame' });
  });
}

/** Drags an event over all columns and to the edges, where the sheet scrolls. Escape puts it back. */
async function dragAround(page: Page): Promise<Measured> {
  await page.locator('[data-column]').first().scrollIntoViewIfNeeded();
  const event = page.locator('[data-event]').first();
  await event.scrollIntoViewIfNeeded();
  const box = await event.boundingBox();
  if (!box) throw new Error('There is nothing to drag.');
  await page.waitForTimeout(1_000);
  await page.mouse.move(box.x + 30, box.y + 8);
  await page.evaluate(() =>
    Object.assign((window as unknown as { measured: Measured }).measured, { tasks: [], work: [] }),
  );
  await page.mouse.down();
  for (const [x, y] of [
    [1270, 400],
    [1270, 790],
    [320, 780],
    [310, 250],
    [800, 500],
  ] as const) {
    await page.mouse.move(x, y, { steps: 40 });
    await page.waitForTimeout(500);
  }
  await page.keyboard.press('Escape');
  await page.mouse.up();
  await page.waitForTimeout(500);
  return page.evaluate(() => (window as unknown as { measured: Measured }).measured);
}
