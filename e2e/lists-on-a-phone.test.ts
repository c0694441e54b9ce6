// All administered lists and the editors of new records fit a phone.
import { after, test } from 'node:test';
import { buildBusiness } from '#server/testing/build/business.ts';
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

test('lists with editors fit a phone, and so do their editors', async () => {
  await forEachList(await openHome(), editableLists, checkEditor);
});

test('all other lists fit a phone', async () => {
  const others = { ...seededLists(business), ...readOnlyLists };
  await forEachList(await openHome(), others, (page, { title }) => expectList(page, title));
});
