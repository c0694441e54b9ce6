// Employees at their calendar: signed in without the sign-in page, on a working day in the future.
import type { BrowserContextOptions, Locator, Page } from 'playwright-core';
import type { BuiltEmployee } from '#server/testing/build/business.ts';
import { signIn } from '#server/testing/build/sign-in.ts';
import type { OpenApp } from './app.ts';
import { type OpenBrowser, widths } from './browser.ts';

export const zone = 'Europe/Riga';

/** Wednesday of next week, in Riga. */
export const wednesday = nextWednesday();

/** An instant on that Wednesday, or `days` later, at a wall time in Riga: `at('10:30')`. */
export function at(time: string, days = 0): string {
  return wednesday.add({ days }).toZonedDateTime({ timeZone: zone, plainTime: time }).toInstant().toString();
}

/** Opens a page of the application for a signed-in employee. `path` is relative to the site. */
export async function openAs(
  daybook: OpenApp,
  browser: OpenBrowser,
  employee: BuiltEmployee,
  path: string,
  options: BrowserContextOptions = widths.wide,
): Promise<Page> {
  const { cookie } = await signIn(daybook.services, employee);
  const [name = '', value = ''] = cookie.split('=');
  const session = { name, value, domain: 'localhost', path: '/', expires: -1, httpOnly: true, secure: false };
  const storageState = { cookies: [{ ...session, sameSite: 'Lax' as const }], origins: [] };
  return browser.visit(`${daybook.url}${path}`, { timezoneId: zone, storageState, ...options });
}

/** The week of that Wednesday, or another view of it. */
export function calendarPath(view?: 'month' | 'week' | 'day'): string {
  return `/app/user/calendars?${view ? `view=${view}&` : ''}date=${wednesday}`;
}

/** An event in the grid, found by its text. */
export function eventNamed(page: Page, title: string): Locator {
  return page.locator('[data-event]').filter({ hasText: title });
}

/** The toast with a text. */
export function toastOf(page: Page, text: RegExp): Locator {
  const toasts = page.getByRole('region', { name: 'Alerts' }).locator('div');
  return toasts.filter({ hasText: text, has: page.getByRole('button') });
}

/** Presses the undo of the toast with a text. */
export async function undoBeside(page: Page, text: RegExp): Promise<void> {
  await toastOf(page, text).getByRole('button', { name: 'Undo' }).click();
}

/**
 * Drags with the mouse from a point of the element (relative to its top left) by `delta` (px). Releases the button
 * unless `release` is false.
 */
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

/** Types a time such as `11:30` into a field of hours and minutes; an empty one clears it. */
export async function setTime(scope: Locator | Page, label: string, time: string, index = 0): Promise<void> {
  const page = 'page' in scope ? scope.page() : scope;
  const hours = scope.getByLabel(`${label}: hours`).nth(index);
  await hours.focus();
  if (time) return page.keyboard.type(time.replace(':', ''));
  await page.keyboard.press('Backspace');
  await scope.getByLabel(`${label}: minutes`).nth(index).focus();
  await page.keyboard.press('Backspace');
}

/** The time in such a field. */
export function timeIn(scope: Locator | Page, label: string): Promise<string> {
  return scope.locator(`[data-time="${label}"]`).inputValue();
}

/** A zone in which the day has hours before and after now, for tests of "now": in Riga, the day may be about to end. */
export function zoneNearNoon(): string {
  const noonAt = (zone: string) => Math.abs(Temporal.Now.zonedDateTimeISO(zone).hour - 11);
  const zones = [
    'Pacific/Auckland',
    'Asia/Tokyo',
    'Asia/Karachi',
    'Europe/Riga',
    'America/Sao_Paulo',
    'America/Denver',
  ];
  return [...zones, 'Pacific/Honolulu'].toSorted((one, other) => noonAt(one) - noonAt(other))[0] ?? zone;
}

function nextWednesday(): Temporal.PlainDate {
  const today = Temporal.Now.plainDateISO(zone);
  return today.add({ days: 10 - today.dayOfWeek });
}

/**
 * Presses the keys that move the focused event. The clock of the page stands still between two of them: a pause, which
 * a busy machine makes, would save the step before. `afterKey` gets the number of keys pressed so far.
 */
export async function moveByKeys(
  page: Page,
  keys: readonly string[],
  afterKey: (pressed: number) => Promise<unknown> = async () => {},
): Promise<void> {
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 1_000);
  for (const [index, key] of keys.entries()) {
    await page.keyboard.press(key);
    await page.clock.runFor(50);
    await page.locator('[data-event]:focus').waitFor();
    await afterKey(index + 1);
  }
  await page.clock.resume();
}
