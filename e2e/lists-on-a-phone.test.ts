// A walk through the administered lists on a phone: all of them fit, and so do the editors of new records.
import { after, test } from 'node:test';
import { buildBusiness } from '#server/testing/build.ts';
import { editableLists, fillLists, forEachList, readOnlyLists, seededLists } from './lib/all-lists.ts';
import { openApp } from './lib/app.ts';
import { openBrowser, widths } from './lib/browser.ts';
import { checkEditor, expectList } from './lib/list.ts';
import { openAs } from './lib/staff.ts';

const daybook = await openApp();
const browser = await openBrowser();
after(() => browser[Symbol.asyncDispose]());
after(() => daybook[Symbol.asyncDispose]());
const business = await buildBusiness(daybook.services, { actions: ['admin', 'sys'] });
await fillLists(daybook, business);
const openHome = () => openAs(daybook, browser, business.employee, '/app/home', widths.phone);

test('lists that are added to stand on a phone, and so do their editors', async () => {
  await forEachList(await openHome(), editableLists, checkEditor);
});

test('all other lists stand on a phone', async () => {
  const others = { ...seededLists(business), ...readOnlyLists };
  await forEachList(await openHome(), others, (page, { title }) => expectList(page, title));
});
