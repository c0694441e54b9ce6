// Measures how long the browser is busy at once while an event is dragged over the team's day: 20 columns, 400 events.
import { tmpdir } from 'node:os';
import { chromium, type Page } from 'playwright-core';
import { buildWebIfStale } from '#server/site/html/build-web.ts';
import { buildEmployee, buildEvent, signIn } from '#server/testing/build.ts';
import { findBrowser } from '../tools/browser.ts';
import { startChild } from './lib/child.ts';
import { percentile, type Row } from './lib/report.ts';
import type { World } from './lib/world.ts';

const eventsPerPerson = 20;
const maxTask = 50;

export async function benchTeamDrag(world: World): Promise<Row[]> {
  const { services, people } = world;
  const [first] = people;
  if (!first) throw new Error('The world has people.');
  await buildWebIfStale(console.log);
  // A day after all events of the world, and no Sunday.
  const after = world.monthEnd.toZonedDateTimeISO(first.timeZone).toPlainDate().add({ days: 30 });
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
    const { tasks, frames } = await dragAround(page);
    const longest = Math.max(0, ...tasks);
    return [
      {
        label: `Longest task while dragging, ${people.length} columns, ${count} events`,
        value: tasks.length ? `${longest.toFixed(0)} ms` : `none over ${maxTask} ms`,
        target: `<= ${maxTask} ms`,
        isMet: longest <= maxTask,
      },
      { label: 'Time between frames while dragging', value: `p95 ${percentile(frames, 0.95).toFixed(0)} ms` },
    ];
  } finally {
    await browser.close();
    await app.close();
  }
}

/** Drags an event over all columns and to the edges, where the sheet scrolls. Escape puts it back. */
async function dragAround(page: Page): Promise<{ tasks: number[]; frames: number[] }> {
  const box = await page.locator('[data-event]').first().boundingBox();
  if (!box) throw new Error('There is nothing to drag.');
  await page.waitForTimeout(1_000);
  await page.mouse.move(box.x + 30, box.y + 8);
  await page.evaluate(() => {
    const measured = { tasks: [] as number[], frames: [] as number[] };
    Object.assign(window, { measured });
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) measured.tasks.push(duration);
    }).observe({ type: 'longtask' });
    let last = performance.now();
    const frame = (now: number) => {
      measured.frames.push(now - last);
      last = now;
      requestAnimationFrame(frame);
    };
    requestAnimationFrame(frame);
  });
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
  return page.evaluate(() => (window as unknown as { measured: { tasks: number[]; frames: number[] } }).measured);
}
