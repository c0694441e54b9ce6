// The lock screen: after inactivity, on demand, in every tab, and back to the previous page.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { Page } from 'playwright-core';
import { buildBusiness } from '#server/testing/build/business.ts';
import { signIn } from '#server/testing/build/sign-in.ts';
import { buildEvent } from '#server/testing/build/visits.ts';
import { openApp } from './lib/app.ts';
import { axeBothSchemes, axeClean, openBrowser, widths } from './lib/browser.ts';
import { openAs } from './lib/staff.ts';

const daybook = await openApp();
const browser = await openBrowser();
after(() => browser[Symbol.asyncDispose]());
after(() => daybook[Symbol.asyncDispose]());

const password = 'a good password';
const { employee } = await buildBusiness(daybook.services, { firstName: 'Anna', password, sessionActiveMinutes: 1 });
const path = '/app/user/calendars?view=day&date=2026-03-02';

/** Simulates that no tab has sent a request for this many seconds. */
async function makeIdle(page: Page, seconds: number): Promise<void> {
  await page.getByRole('heading', { name: /2 March 2026/, includeHidden: true }).waitFor();
  await page.evaluate((ago) => {
    const kept = String(Date.now() - ago * 1000);
    localStorage.setItem('daybook-active', kept);
    // Late requests of the opening page count as activity: repeat until the page has noticed that it is idle.
    const held = setInterval(() => {
      if (document.querySelector('[role="dialog"]') || location.pathname === '/user/lock') clearInterval(held);
      else if (localStorage.getItem('daybook-active') !== kept) localStorage.setItem('daybook-active', kept);
    }, 20);
  }, seconds);
}

/** Keeps the tabs idle until the page is clicked: a late answer counts as activity, and axe outlasts a countdown. */
async function holdIdle(page: Page): Promise<void> {
  await page.evaluate(() => {
    const held = setInterval(() => localStorage.setItem('daybook-active', String(Date.now() - 62_000)), 200);
    addEventListener('click', () => clearInterval(held), { capture: true, once: true });
  });
}

async function unlock(page: Page): Promise<void> {
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Unlock' }).click();
}

test('after the minutes without activity a countdown of ten seconds runs, and staying cancels it', async () => {
  const page = await openAs(daybook, browser, employee, path);
  await makeIdle(page, 61);
  const dialog = page.getByRole('dialog', { name: 'Are you still there?' });
  await dialog.waitFor();
  await dialog.getByText(/The screen locks in \d seconds?\./).waitFor();
  await holdIdle(page);
  await axeClean(page, 'countdown');
  await dialog.getByRole('button', { name: 'Stay' }).click();
  await dialog.waitFor({ state: 'detached' });
  await makeIdle(page, 58);
  await dialog.waitFor();
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  assert.equal(new URL(page.url()).pathname, '/app/user/calendars');
});

test('an expired countdown locks on the server too; all pages lead to the lock screen; the password leads back', async () => {
  const page = await openAs(daybook, browser, employee, path);
  await makeIdle(page, 68);
  await page.getByText(/The screen locks in/).waitFor();
  await page.waitForURL(/\/user\/lock\?to=/);
  await page.getByText('Anna, enter your password to continue where you were.').waitFor();
  const status = await page.evaluate(() => fetch('/api/user/GetCurrent').then((answer) => answer.status));
  assert.equal(status, 410);
  await page.goBack().catch(() => undefined);
  await page.goto(`${daybook.url}/app/home`);
  await page.waitForURL(/\/user\/lock\?to=%2Fapp%2Fhome/);
  await page.goto(`${daybook.url}/user/lock?to=${encodeURIComponent(path)}`);
  await page.getByLabel('Password', { exact: true }).fill('a bad password');
  await page.keyboard.press('Enter');
  await page.getByText('Wrong password.').waitFor();
  await unlock(page);
  await page.waitForURL(`${daybook.url}${path}`);
  await page.getByRole('heading', { name: /2 March 2026/ }).waitFor();
});

test('beside unsaved input the lock covers the page, and unlocking leads back to the input', async () => {
  const page = await openAs(daybook, browser, employee, path);
  await page.getByRole('button', { name: 'New appointment' }).click();
  const title = page.getByRole('dialog', { name: 'New appointment' }).getByLabel('Title');
  await title.fill('Inventory of the shelves');
  await makeIdle(page, 68);
  const locked = page.getByRole('dialog', { name: 'Locked' });
  await locked.getByText('Anna, enter your password to continue where you were.').waitFor();
  assert.equal(await page.evaluate(() => fetch('/api/user/GetCurrent').then((answer) => answer.status)), 410);
  await axeBothSchemes(page, 'locked over a page');
  await page.keyboard.press('Escape');
  await locked.getByLabel('Password', { exact: true }).fill('a bad password');
  await page.keyboard.press('Enter');
  await locked.getByText('Wrong password.').waitFor();
  await unlock(page);
  await locked.waitFor({ state: 'detached' });
  assert.equal(await title.inputValue(), 'Inventory of the shelves');
  assert.equal(await page.evaluate(() => fetch('/api/user/GetCurrent').then((answer) => answer.status)), 200);
  await page.context().close();
});

test("requests caused by others' changes do not count as activity", async () => {
  const page = await browser.visit(`${daybook.url}/robots.txt`);
  // Shifts the page's clock: the test does not wait a minute.
  await page.context().addInitScript(() => {
    const instant = Temporal.Now.instant.bind(Temporal.Now);
    Temporal.Now.instant = () => instant().add({ seconds: Number(document.documentElement?.dataset.later ?? 0) });
  });
  const { employee: mara } = await buildBusiness(daybook.services, { firstName: 'Mara' });
  const { cookie } = await signIn(daybook.services, mara);
  const [name = '', value = ''] = cookie.split('=');
  await page.context().addCookies([{ name, value, url: daybook.url }]);
  const opened = page.waitForResponse(/GetChanges/);
  await page.goto(`${daybook.url}${path}`);
  await page.getByRole('heading', { name: /2 March 2026/ }).waitFor();
  await opened;
  const active = () => page.evaluate(() => localStorage.getItem('daybook-active'));
  await page.evaluate(() => {
    document.documentElement.dataset.later = '62';
  });
  const before = await active();
  const asked = page.waitForRequest(/GetCalendarEvents/);
  await buildEvent(daybook.services, mara, { start: '2026-03-02T10:00:00Z', title: 'Haircut' });
  assert.equal((await asked).headers()['daybook-unattended'], '1');
  await page.getByText('Haircut').first().waitFor();
  assert.equal(await active(), before);
});

test('an answer that completes after its request was aborted does not sign the person out', async () => {
  const page = await openAs(daybook, browser, employee, path);
  await page.getByRole('heading', { name: /2 March 2026/ }).waitFor();
  // The application sends requests while the lock screen's code loads; the bodies of the refusals arrive after it.
  await page.route(/lock-page/, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 800));
    await route.continue();
  });
  await page.evaluate(() => {
    const ask = window.fetch;
    window.fetch = async (...asked) => {
      const answer = await ask(...asked);
      if (answer.status !== 410) return answer;
      const whole = new Uint8Array(await answer.arrayBuffer());
      const body = new ReadableStream<Uint8Array>({
        async start(controller) {
          await new Promise((resolve) => setTimeout(resolve, 1_500));
          const signal = asked[1]?.signal;
          document.documentElement.dataset.given = signal?.aborted ? 'up' : 'not up';
          if (signal?.aborted) return controller.error(signal.reason);
          controller.enqueue(whole);
          controller.close();
        },
      });
      return new Response(body, answer);
    };
  });
  await page.getByRole('button', { name: /your account/ }).click();
  await page.getByRole('menuitem', { name: 'Lock the screen' }).click();
  await page.locator('html[data-given="up"]').waitFor();
  await page.getByText('Anna, enter your password to continue where you were.').waitFor();
  await unlock(page);
  await page.waitForURL(`${daybook.url}${path}`);
});

test('an empty password is not sent', async () => {
  const page = await openAs(daybook, browser, employee, path);
  await page.getByRole('button', { name: /your account/ }).click();
  await page.getByRole('menuitem', { name: 'Lock the screen' }).click();
  await page.waitForURL(/\/user\/lock/);
  let sent = 0;
  page.on('request', (request) => void (request.method() === 'POST' && sent++));
  await page.getByRole('button', { name: 'Unlock' }).click();
  await page.getByText('Fill in this field.').waitFor();
  assert.equal(sent, 0);
});

test('locking or unlocking one tab affects all tabs, and activity in one counts for the others', async () => {
  const first = await openAs(daybook, browser, employee, path);
  const second = await first.context().newPage();
  await second.goto(`${daybook.url}/app/home`);
  await second.getByRole('heading', { name: /Anna/ }).waitFor();
  const asked = (page: Page) => page.getByRole('dialog', { name: 'Are you still there?' });
  await makeIdle(first, 61);
  await holdIdle(second);
  await Promise.all([asked(first).waitFor(), asked(second).waitFor()]);
  await asked(second).getByRole('button', { name: 'Stay' }).click();
  await asked(first).waitFor({ state: 'detached' });

  await second.getByRole('button', { name: /your account/ }).click();
  await second.getByRole('menuitem', { name: 'Lock the screen' }).click();
  await Promise.all([first.waitForURL(/\/user\/lock/), second.waitForURL(/\/user\/lock/)]);
  await second.getByLabel('Password', { exact: true }).waitFor();
  await unlock(first);
  await first.waitForURL(`${daybook.url}${path}`);
  await second.waitForURL(`${daybook.url}/app/home`);
});

test('a person other than the one on the lock screen can sign out', async () => {
  const page = await openAs(daybook, browser, employee, path);
  await page.getByRole('button', { name: /your account/ }).click();
  await page.getByRole('menuitem', { name: 'Lock the screen' }).click();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.waitForURL(`${daybook.url}/user/login`);
  await page.goto(`${daybook.url}/app/home`);
  await page.waitForURL(/\/user\/login\?to=/);
});

test('axe finds nothing on the lock screen, wide and on a phone, light and dark', async () => {
  for (const size of [widths.wide, widths.phone]) {
    const page = await openAs(daybook, browser, employee, path, size);
    await page.evaluate(() =>
      fetch('/api/user/Lock', { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' }),
    );
    await page.goto(`${daybook.url}/app/home`);
    await page.getByLabel('Password', { exact: true }).waitFor();
    await axeBothSchemes(page, 'lock screen');
    await page.context().close();
  }
});
