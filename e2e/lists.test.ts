// All administered lists: search, add, open, edit, cancel and delete records.
import { after, test } from 'node:test';
import { buildBusiness } from '#server/testing/build/business.ts';
import { editableLists, fillLists, forEachList, readOnlyLists, seededLists } from './lib/all-lists.ts';
import { openApp } from './lib/app.ts';
import { openBrowser } from './lib/browser.ts';
import { checkList, checkRecord, expectList } from './lib/list.ts';
import { openAs } from './lib/staff.ts';

const daybook = await openApp();
const browser = await openBrowser();
after(() => browser[Symbol.asyncDispose]());
after(() => daybook[Symbol.asyncDispose]());
const business = await buildBusiness(daybook.services, { actions: ['admin', 'sys'] });
const others = seededLists(business);
await fillLists(daybook, business);
const openHome = () => openAs(daybook, browser, business.employee, '/app/home');

for (const [path, tried] of Object.entries(editableLists)) {
  test(`${tried.title}: a record is found, added, edited, cancelled, deleted and restored`, async () => {
    const page = await openAs(daybook, browser, business.employee, path);
    await checkList(page, tried);
    await page.context().close();
  });
}

for (const part of [
  '/app/company',
  '/app/system/(user|company|general|legal|pages|file|table)',
  '/app/system/(email|sms|jobs|log|listing|cash-register)',
]) {
  test(`in the lists below ${part}, records are found, opened, edited and cancelled`, async () => {
    const below = Object.entries(others).filter(([path]) => new RegExp(part).test(path));
    await forEachList(await openHome(), Object.fromEntries(below), checkRecord);
  });
}

test('the read-only lists load', async () => {
  await forEachList(await openHome(), readOnlyLists, (page, { title }) => expectList(page, title));
});
