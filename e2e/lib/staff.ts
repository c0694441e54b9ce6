// Staff at their calendar: signed in without the sign-in page, on a working day that lies ahead.
import type { BrowserContextOptions, Locator, Page } from 'playwright-core';
import { type BuiltEmployee, signIn } from '#server/testing/build.ts';
import type { OpenApp } from './app.ts';
import { type OpenBrowser, widths } from './browser.ts';

export const zone = 'Europe/Riga';

/** Wednesday of the next week, in Riga. */
export const wednesday = nextWednesday();

/** An instant on that Wednesday (or `days` later), wall time of Riga: `at('10:30')`. */
export function at(time: string, days = 0): string {
  return wednesday.add({ days }).toZonedDateTime({ timeZone: zone, plainTime: time }).toInstant().toString();
}

/** A page of the application for somebody who is signed in; the address below `/app`. */
export async function openAs(
  daybook: OpenApp,
  browser: OpenBrowser,
  employee: BuiltEmployee,
  path: string,
  options: BrowserContextOptions = widths.wide,
): Promise<Page> {
  const page = await browser.visit(`${daybook.url}/robots.txt`, { timezoneId: zone, ...options });
  const { cookie } = await signIn(daybook.services, employee);
  const [name = '', value = ''] = cookie.split('=');
  await page.context().addCookies([{ name, value, url: daybook.url }]);
  await page.goto(`${daybook.url}${path}`);
  return page;
}

/** The week of that Wednesday; with `view`, another view of it. */
export function calendarPath(view?: 'month' | 'day'): string {
  return `/app/user/calendars?${view ? `view=${view}&` : ''}date=${wednesday}`;
}

/** An event in the grid, by what stands on it. */
export function eventNamed(page: Page, title: string): Locator {
  return page.locator('[data-event]').filter({ hasText: title });
}

/** Drags with the mouse from one point of the element, counted from its top left, by so many pixels; lets go unless told not to. */
export async function drag(
  page: Page,
  element: Locator,
  from: { x: number; y: number },
  delta: { x: number; y: number },
  release = true,
): Promise<void> {
  const box = await element.boundingBox();
  if (!box) throw new Error('There is nothing to drag.');
  const [x, y] = [box.x + from.x, box.y + from.y];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + delta.x / 2, y + delta.y / 2 + 4, { steps: 4 });
  await page.mouse.move(x + delta.x, y + delta.y, { steps: 6 });
  if (release) await page.mouse.up();
}

function nextWednesday(): Temporal.PlainDate {
  const today = Temporal.Now.plainDateISO(zone);
  return today.add({ days: 10 - today.dayOfWeek });
}
