// A walk through the administered lists: each is searched, its records are added, opened, changed, left and deleted.
import { after, test } from 'node:test';
import { buildBusiness } from '#server/testing/build.ts';
import { addedTo, filledElsewhere, fillLists, seen, walk } from './lib/all-lists.ts';
import { openApp } from './lib/app.ts';
import { openBrowser } from './lib/browser.ts';
import { listIsThere, tryList, tryRecord } from './lib/list.ts';
import { openAs } from './lib/staff.ts';

const daybook = await openApp();
const browser = await openBrowser();
after(() => browser[Symbol.asyncDispose]());
after(() => daybook[Symbol.asyncDispose]());
const business = await buildBusiness(daybook.house, { actions: ['admin', 'sys'] });
const others = filledElsewhere(business);
await fillLists(daybook, business);
const openHome = () => openAs(daybook, browser, business.employee, '/app/home');

for (const [path, tried] of Object.entries(addedTo)) {
  test(`${tried.title}: opened, searched, added to, edited, left, deleted from, undone`, async () => {
    const page = await openAs(daybook, browser, business.employee, path);
    await tryList(page, tried);
    await page.context().close();
  });
}

for (const part of [
  '/app/company',
  '/app/system/(user|company|general|legal|pages|file|table)',
  '/app/system/(email|sms|jobs|log)',
]) {
  test(`lists below ${part} are searched; their records are opened, changed and left`, async () => {
    const below = Object.entries(others).filter(([path]) => new RegExp(part).test(path));
    await walk(await openHome(), Object.fromEntries(below), tryRecord);
  });
}

test('the lists that are only seen stand', async () => {
  await walk(await openHome(), seen, (page, { title }) => listIsThere(page, title));
});
