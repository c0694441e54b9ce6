// The booking form on a website of the company: another origin, with third-party cookies blocked.
import assert from 'node:assert/strict';
import { randomUUIDv7 } from 'node:crypto';
import { after, test } from 'node:test';
import type { BrowserContextOptions, Frame, Page } from 'playwright-core';
import { openApp } from './lib/app.ts';
import {
  at,
  buildHairSalon,
  card,
  chooseHaircut,
  confirmLink,
  eventStatuses,
  holdTime,
  pick,
  typeDetails,
} from './lib/booking.ts';
import { axeBothSchemes, openBrowser, widths } from './lib/browser.ts';
import { openOtherSite } from './lib/other-site.ts';

const daybook = await openApp();
const browser = await openBrowser();
const site = await openOtherSite();
after(() => browser[Symbol.asyncDispose]());
after(() => daybook[Symbol.asyncDispose]());
after(() => site[Symbol.asyncDispose]());
const { services } = daybook;

/** A salon whose listed websites are these. */
async function salon(origins: string[] = [site.origin]) {
  const { location, person, haircut } = await buildHairSalon(daybook);
  await services.database.write
    .updateTable('companies')
    .set({ embedOrigins: origins })
    .where('id', '=', location.companyId)
    .execute();
  return { person, haircut, urlName: location.urlName };
}

const scriptFor = (urlName: string, attributes = '') =>
  `<script src="${daybook.url}/embed.js" data-location="${urlName}" data-title="Book a time" ${attributes} async></script>`;

async function visitSite(body: string, options: BrowserContextOptions = widths.wide): Promise<Page> {
  site.body = body;
  return browser.visit(site.origin, { ...options, ignoreHTTPSErrors: true, timezoneId: 'Europe/Riga' });
}

async function formIn(page: Page): Promise<Frame> {
  const frame = await (await page.locator('iframe').elementHandle())?.contentFrame();
  assert.ok(frame);
  await card(frame).waitFor();
  return frame;
}

/** Sets a cookie that browsers send to frames of other sites, unless they block it there. */
async function withCookieOfFrames(page: Page): Promise<string[]> {
  const cookie = { name: 'probe', value: '1', domain: 'localhost', path: '/' };
  await page.context().addCookies([{ ...cookie, sameSite: 'None', secure: true }]);
  const sent: string[] = [];
  page.on('request', async (request) => {
    if (!request.url().startsWith(daybook.url) || !/\/(api|embed)\//.test(request.url())) return;
    sent.push((await request.headerValue('cookie').catch(() => null)) ?? '');
  });
  return sent;
}

async function blockCookiesOfFrames(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.setCookieControls', {
    enableThirdPartyCookieRestriction: true,
    disableThirdPartyCookieMetadata: true,
    disableThirdPartyCookieHeuristics: true,
  } as never);
}

for (const [width, screen] of Object.entries(widths)) {
  test(`a visitor books on a website of the company with third-party cookies blocked, on a ${width} screen`, async () => {
    const { person, urlName } = await salon();
    const page = await visitSite('<h1>Welcome</h1>', screen);
    const sent = await withCookieOfFrames(page);
    site.body = `<h1>Welcome</h1>${scriptFor(urlName)}<p id="below">Below</p>`;
    await page.reload();
    await formIn(page);
    assert.ok(
      sent.some((cookie) => cookie.includes('probe=1')),
      'without the block, frames have the cookie',
    );
    await blockCookiesOfFrames(page);
    await page.reload();
    sent.length = 0;
    const frame = await formIn(page);
    await chooseHaircut(frame);
    await pick(frame, at(10));
    const eMail = `embed-${width}@example.com`;
    await typeDetails(frame, eMail);
    await holdTime(frame);
    await frame.getByRole('timer').waitFor();
    await isAsTallAsItsContent(page, frame);
    if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/embed-site-${width}.png` });
    await frame.getByRole('button', { name: 'Send the confirmation e-mail' }).click();
    await frame.getByRole('heading', { name: 'Check your e-mail' }).waitFor();
    assert.ok(sent.length > 3, String(sent.length));
    assert.deepEqual(new Set(sent), new Set(['']), 'no request of the frame has a cookie');
    assert.deepEqual((await eventStatuses(daybook, person)).length, 1);
    // The mail proves the address, at the top.
    const mail = await daybook.mail.next(({ envelope }) => envelope.to.includes(eMail));
    await page.goto(confirmLink(mail.text));
    await page.getByRole('button', { name: 'Confirm the appointment' }).click();
    await page.getByRole('heading', { name: 'Your appointment is confirmed' }).waitFor();
  });
}

/** The frame shows all of the form, without a scrollbar of its own. */
async function isAsTallAsItsContent(page: Page, frame: Frame): Promise<void> {
  const height = () => frame.evaluate(() => document.querySelector('main')?.getBoundingClientRect().height ?? 0);
  await page.waitForFunction(
    (content) => Math.abs((document.querySelector('iframe')?.clientHeight ?? 0) - content) < 2,
    await height(),
  );
}

test('the back button of the browser leads one step back in the form', async () => {
  const { urlName } = await salon();
  // In the head, where nothing is shown.
  const page = await visitSite(scriptFor(urlName));
  assert.equal(await page.locator('head script').count(), 1);
  const frame = await formIn(page);
  await chooseHaircut(frame);
  await pick(frame, at(11));
  await page.evaluate(() => history.back());
  await frame.locator(`[data-start="${at(11)}"]`).waitFor();
  assert.equal(page.url(), `${site.origin}/`);
});

test('a button opens the form over the page; Escape closes it and returns the focus', async () => {
  const { urlName } = await salon();
  const page = await visitSite(`<h1>Welcome</h1>${scriptFor(urlName, 'data-as="button" data-label="Book now"')}`);
  const button = page.getByRole('link', { name: 'Book now' });
  await button.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Book a time' });
  await dialog.waitFor();
  await formIn(page);
  if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/embed-dialog.png` });
  await dialog.getByRole('button', { name: 'Close' }).focus();
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'hidden' });
  await button.and(page.locator(':focus')).waitFor();
  await button.click();
  await dialog.waitFor();
  await dialog.getByRole('button', { name: 'Close' }).click();
  await dialog.waitFor({ state: 'hidden' });
});

test('links of the site to the page of the business open the form; others lead where they say', async () => {
  const { urlName } = await salon();
  const page = await visitSite(
    `<p><a href="${daybook.url}/${urlName}">Book</a> <a href="#prices">Prices</a></p>${scriptFor(urlName, 'data-as="link"')}`,
  );
  await page.getByRole('link', { name: 'Prices' }).click();
  await page.waitForURL(/#prices$/);
  await page.getByRole('link', { name: 'Book' }).click();
  await page.getByRole('dialog', { name: 'Book a time' }).waitFor();
  await formIn(page);
});

test('the script names a service and a person', async () => {
  const { urlName, person } = await salon();
  const page = await visitSite(scriptFor(urlName, `data-person="${person.urlName}" data-service="no-such"`));
  const frame = await formIn(page);
  assert.match(frame.url(), new RegExp(`person=${person.urlName}`));
});

test('the script names the options of a service', async () => {
  const { urlName, haircut, person } = await salon();
  const [companyId, serviceId] = [person.companyId, haircut.id];
  const option = (name: string, position: number) => ({
    ...{ companyId, id: randomUUIDv7(), serviceId, kind: 'variant', name, position },
    ...{ minutes: 30, price: 15 },
  });
  const [short, long] = [option('Short hair', 0), option('Long hair', 1)];
  await services.database.write.insertInto('serviceOptions').values([short, long]).execute();
  const page = await visitSite(scriptFor(urlName, `data-service="${serviceId}" data-options="${long.id}"`));
  const frame = await formIn(page);
  assert.ok(await frame.getByRole('radio', { name: /^Long hair/ }).isChecked());
});

test('a site that is not listed shows nothing, and no other page can be framed', async () => {
  const { urlName, person } = await salon(['https://salon.example']);
  const refused: string[] = [];
  const page = await visitSite('');
  page.on('console', (message) => refused.push(message.text()));
  for (const path of [`embed/${urlName}`, urlName, `${urlName}/${person.urlName}`]) {
    refused.length = 0;
    site.body = `<iframe src="${daybook.url}/${path}"></iframe>`;
    await page.reload();
    const frame = await (await page.locator('iframe').elementHandle())?.contentFrame();
    assert.ok(frame);
    await frame.waitForURL(/^chrome-error:/);
    assert.ok(
      refused.some((text) => /frame-ancestors|X-Frame-Options/i.test(text)),
      `${path}: ${refused}`,
    );
  }
});

test('a listed site frames the form, and not the pages of the product', async () => {
  const { urlName } = await salon();
  const page = await visitSite(`<iframe src="${daybook.url}/${urlName}"></iframe>`);
  const frame = await (await page.locator('iframe').elementHandle())?.contentFrame();
  await frame?.waitForURL(/^chrome-error:/);
});

test('the form tells its height to a listed site only, and the site hears the form only', async () => {
  const { urlName } = await salon();
  const page = await visitSite(`<h1>Welcome</h1>${scriptFor(urlName)}`);
  const frame = await formIn(page);
  await isAsTallAsItsContent(page, frame);
  const height = () => page.locator('iframe').evaluate((element) => element.clientHeight);
  const before = await height();
  // Delivered in order: once the last message is there, those before have been passed over.
  await page.evaluate(
    () =>
      new Promise<void>((done) => {
        addEventListener('message', ({ data }) => data === 'last' && done());
        for (const message of [{ daybook: 'height', height: 5_000 }, null, 'last']) postMessage(message, '*');
      }),
  );
  assert.equal(await height(), before);

  // Without the script: a frame that no one has answered tells no height, whatever it hears from itself.
  site.body = `<iframe src="${frame.url()}"></iframe><script>
    var heard = [];
    addEventListener('message', ({ data }) => heard.push(data.daybook));
  </script>`;
  await page.reload();
  const alone = await formIn(page);
  const grow = async () => {
    await alone.evaluate(async () => {
      postMessage({ daybook: 'hello' }, '*');
      document.querySelector('main')?.append(document.createElement('hr'));
      for (let frames = 0; frames < 3; frames++) await new Promise(requestAnimationFrame);
    });
    return page.evaluate(() => (window as unknown as { heard: string[] }).heard);
  };
  assert.deepEqual(await grow(), ['ready']);
  await page.evaluate(() => document.querySelector('iframe')?.contentWindow?.postMessage({ daybook: 'hello' }, '*'));
  await page.waitForFunction(() => (window as unknown as { heard: string[] }).heard.includes('height'));
});

test('where the browser blocks storage in frames, the form books all the same', async () => {
  const { urlName } = await salon();
  site.body = scriptFor(urlName);
  const context = await browser.browser.newContext({
    ...widths.wide,
    locale: 'en-GB',
    ignoreHTTPSErrors: true,
    timezoneId: 'Europe/Riga',
  });
  await context.addInitScript(() => {
    if (window.parent === window) return;
    for (const name of ['sessionStorage', 'localStorage'])
      Object.defineProperty(window, name, {
        get() {
          throw new DOMException('Blocked', 'SecurityError');
        },
      });
  });
  const page = await context.newPage();
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(error.message));
  await page.goto(site.origin);
  const frame = await formIn(page);
  await chooseHaircut(frame);
  await pick(frame, at(12));
  await typeDetails(frame, 'no-storage@example.com');
  await holdTime(frame);
  await frame.getByRole('timer').waitFor();
  await frame.getByRole('button', { name: 'Send the confirmation e-mail' }).click();
  await frame.getByRole('heading', { name: 'Check your e-mail' }).waitFor();
  assert.deepEqual(errors, []);
  await context.close();
});

test('the form is read in three sizes, in German and Latvian', async () => {
  const { urlName } = await salon();
  for (const width of [320, 600, 1000]) {
    const viewport = { width, height: 900 };
    const page = await browser.visit(`${daybook.url}/embed/${urlName}`, { viewport, timezoneId: 'Europe/Riga' });
    await card(page).waitFor();
    await axeBothSchemes(page, 'embed-services');
    await chooseHaircut(page);
    await card(page).locator('[data-start]').first().waitFor();
    await axeBothSchemes(page, 'embed-times');
    await page.close();
  }
  for (const [locale, words] of [
    ['de-DE', 'Ganze Seite öffnen'],
    ['lv-LV', 'Atvērt visu lapu'],
  ] as const) {
    const viewport = { width: 360, height: 740 };
    const page = await browser.visit(`${daybook.url}/embed/${urlName}`, { viewport, locale });
    await page.getByRole('link', { name: words }).waitFor();
    await axeBothSchemes(page, `embed-${locale}`);
    await page.close();
  }
  const page = await browser.visit(`${daybook.url}/embed/no-such`);
  await page.getByText('This page does not exist.').waitFor();
});
