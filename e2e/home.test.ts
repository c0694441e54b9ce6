// The home page: list, map, banners, and the state in the address.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { loadDemo } from '#server/demo/load-demo.ts';
import { openApp } from './lib/app.ts';
import { axeBothSchemes, hasFocus, openBrowser, widths } from './lib/browser.ts';
import { zone } from './lib/staff.ts';

const daybook = await openApp();
const browser = await openBrowser();
after(() => browser[Symbol.asyncDispose]());
after(() => daybook[Symbol.asyncDispose]());
await loadDemo(daybook.services, { hasHistory: false });

const wide = { ...widths.wide, timezoneId: zone };

for (const [width, screen] of Object.entries(widths)) {
  test(`axe finds nothing and nothing overflows (${width})`, async () => {
    const page = await browser.visit(daybook.url, { ...screen, timezoneId: zone });
    await page.locator('article').nth(3).waitFor();
    if (width === 'wide') await page.locator('.map-pin').first().waitFor();
    await axeBothSchemes(page, 'home page');
    await page.context().close();
  });
}

test('shows four people at first and more on request; a failed page stops loading until the visitor retries', async () => {
  const page = await browser.visit(daybook.url, wide);
  await page.locator('article').nth(3).waitFor();
  assert.equal(await page.locator('article').count(), 4);
  await page.getByRole('button', { name: 'Show more' }).click();
  await page.locator('article').nth(7).waitFor();
  await page.route('**/api/home/Search?*', (route) => route.abort());
  await page.getByRole('button', { name: 'Show more' }).click();
  await page.getByText('More results could not be loaded.').waitFor();
  assert.equal(await page.locator('article').count(), 8);
});

test('a search ignores accents, and the address remembers it', async () => {
  const page = await browser.visit(daybook.url, wide);
  await page.getByLabel('What, who or where').fill('berzina');
  await page.getByRole('button', { name: 'Search', exact: true }).click();
  await page.getByRole('link', { name: 'Ilze Bērziņa' }).first().waitFor();
  await page.waitForURL(/berzina/);
  await page.reload();
  await page.getByRole('link', { name: 'Ilze Bērziņa' }).first().waitFor();
  assert.equal(await page.getByLabel('What, who or where').inputValue(), 'berzina');
  await page.getByLabel('What, who or where').fill('qwxz zxwq');
  await page.getByRole('button', { name: 'Search', exact: true }).click();
  await page.getByText('Nothing matches “qwxz zxwq”.', { exact: false }).waitFor();
  await page.getByLabel('What, who or where').fill('berzina berlin');
  await page.getByRole('button', { name: 'Search', exact: true }).click();
  await page.getByText('No one matches all of these words.', { exact: false }).waitFor();
  await page.getByRole('button', { name: 'berzina', exact: true }).click();
  await page.getByRole('link', { name: 'Ilze Bērziņa' }).first().waitFor();
  assert.equal(await page.getByLabel('What, who or where').inputValue(), 'berzina');
});

for (const [width, screen] of Object.entries(widths)) {
  for (const [locale, words] of [
    ['en-GB', 'masage qwxz'],
    ['de-DE', 'haarschnitt morgen'],
    ['lv-LV', 'griezums'],
    ['lt-LT', 'kirpimas'],
  ] as const) {
    test(`axe finds nothing in what a search found (${locale}, ${width})`, async () => {
      const page = await browser.visit(`${daybook.url}/?q=${encodeURIComponent(words)}`, {
        ...screen,
        locale,
        timezoneId: zone,
      });
      await page.locator('[aria-busy=false] h2').first().waitFor();
      await axeBothSchemes(page, `search results ${locale}`);
      await page.context().close();
    });
  }
}

test('a search says how it read the words, and its free times lead to their booking', async () => {
  const page = await browser.visit(`${daybook.url}/?q=masage+qwxz`, wide);
  await page.getByText('No match for “masage”. Showing results for “massage”.').waitFor();
  await page.getByText('Nothing matches “qwxz”. Showing results for the other words.').waitFor();
  const result = page.locator('article').first();
  await result.getByText(/massage:/i).waitFor();
  const times = result.locator('a:has(time)');
  assert.ok((await times.count()) >= 1);
  // By keyboard: from the name to the first of the times.
  await result.locator('h3 a').focus();
  await page.keyboard.press('Tab');
  await hasFocus(times.first());
  const time = await times.first().locator('time').getAttribute('datetime');
  const clock = /\d{1,2}:\d{2}/.exec((await times.first().textContent()) ?? '')?.[0] ?? 'no time';
  await page.keyboard.press('Enter');
  // The time is chosen: what is left are the visitor's details.
  const card = page.getByRole('region', { name: 'Book a time' });
  await card.getByRole('textbox', { name: 'Name' }).waitFor();
  await card.getByText(clock).first().waitFor();
  await page.goBack();
  const chosen = new URL(page.url()).searchParams;
  assert.deepEqual([chosen.get('day'), chosen.has('service'), chosen.has('time')], [time?.slice(0, 10), true, false]);
  await card.locator('[data-start]').first().waitFor();
  // One that was booked meanwhile is not chosen.
  const taken = new URL(page.url());
  taken.searchParams.set('time', `${time?.slice(0, 10)}T03:07:00Z`);
  await page.goto(taken.href);
  await card.getByText('Someone just booked this time. Choose another.').waitFor();
  await card.locator('[data-start]').first().click();
  await card.getByRole('textbox', { name: 'Name' }).waitFor();
});

test('results and pins agree: a card for each person, a pin for each place of a card', async () => {
  const page = await browser.visit(`${daybook.url}/?q=physio`, wide);
  await page.locator('[aria-busy=false] article').first().waitFor();
  const whole = '/api/home/SearchByGeoLocation?Latitude=52.5&Longitude=13.4&Zoom=0&Str=physio';
  const answer = await page.request.get(`${daybook.url}${whole}`);
  const pins: { Data: { UserProfile: { Name: string }; Location: { Name: string } }[] } = await answer.json();
  const byPerson = Map.groupBy(pins.Data, (pin) => pin.UserProfile.Name);
  const cards = await page.locator('article').all();
  assert.equal(cards.length, byPerson.size, 'each person once');
  assert.ok(pins.Data.length > cards.length, 'someone has several places');
  for (const card of cards) {
    const places = byPerson.get((await card.locator('h3').textContent()) ?? '') ?? [];
    assert.ok(places.length > 0);
    for (const { Location } of places) await card.getByText(Location.Name).first().waitFor();
  }
  await page.locator('.map-pin').first().waitFor();
});

test('the map that knows no streets takes less room than the list', async () => {
  const page = await browser.visit(daybook.url, wide);
  await page.locator('.map-view[data-base=offline]').waitFor();
  const map = await page.locator('.map-view').boundingBox();
  const card = await page.locator('article').first().boundingBox();
  assert.ok(map && card && map.width < card.width && map.height < 450, JSON.stringify([map, card]));
});

test('hovering over a card highlights its pin', async () => {
  const page = await browser.visit(daybook.url, wide);
  await page.locator('.map-pin').first().waitFor();
  await page.locator('article').first().hover();
  await page.locator('.is-active').first().waitFor();
});

test('moving the map searches around its new centre after a pause', async () => {
  const page = await browser.visit(daybook.url, wide);
  await page.locator('.map-pin').first().waitFor();
  const asked = page.waitForRequest(/SearchByGeoLocation/);
  await page.getByRole('button', { name: 'Zoom out' }).click();
  assert.match((await asked).url(), /Zoom=14(\.0+)?(&|$)/i);
  await page.waitForURL(/13(\.0+)?/);
});

test("the visitor's position is requested only on demand", async () => {
  const page = await browser.visit(daybook.url, {
    ...wide,
    geolocation: { latitude: 52.52, longitude: 13.405 },
    permissions: ['geolocation'],
  });
  await page.locator('article').first().waitFor();
  const asked = page.waitForRequest(/SearchByGeoLocation.*52\.5/i);
  await page.getByRole('button', { name: 'Near me' }).first().click();
  await asked;
});

test('banners advance until they are paused, and a visit is counted', async () => {
  const page = await browser.visit(daybook.url, { ...wide, reducedMotion: 'no-preference' });
  const banners = page.getByRole('region', { name: 'Announcements' });
  // Banners load once a visitor scrolls near.
  await page.locator('article').nth(3).scrollIntoViewIfNeeded();
  await banners.scrollIntoViewIfNeeded();
  await banners.getByText('1 / 3').waitFor();
  // Keep pointer and focus off the banners: both pause them.
  await page.mouse.move(5, 5);
  await banners.getByText('2 / 3').waitFor();
  await banners.getByRole('button', { name: 'Pause' }).click();
  await banners.getByRole('button', { name: 'Play' }).waitFor();
  // On a busy machine it can have moved on before it paused.
  await banners.locator('li:not([inert])').getByRole('link').click();
  for (let tries = 0; ; tries++) {
    const visits = await daybook.services.database.read.selectFrom('bannerVisits').selectAll().execute();
    if (visits.length) break;
    assert.ok(tries < 50, 'the visit is counted');
    await page.waitForTimeout(100);
  }
});
