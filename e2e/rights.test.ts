// Rights: switches by mouse and keyboard, refused changes, and removing employees.
import assert from 'node:assert/strict';
import { randomUUIDv7 } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { after, test } from 'node:test';
import type { Page } from 'playwright-core';
import { buildBusiness, buildEmployee, buildLocation } from '#server/testing/build/business.ts';
import { buildEvent } from '#server/testing/build/visits.ts';
import { openApp } from './lib/app.ts';
import { axeBothSchemes, hasFocus, openBrowser, widths } from './lib/browser.ts';
import { searchFor } from './lib/list.ts';
import { at, openAs } from './lib/staff.ts';

const daybook = await openApp();
const browser = await openBrowser();
after(() => browser[Symbol.asyncDispose]());
after(() => daybook[Symbol.asyncDispose]());

const { write, read } = daybook.services.database;
const { company, location, employee: admin } = await buildBusiness(daybook.services, { actions: ['user', 'admin'] });
await buildLocation(daybook.services, company, { name: 'Second floor' });
const mara = await buildEmployee(daybook.services, location, {
  firstName: 'Mara',
  lastName: 'Ozola',
  actions: ['user'],
});
await buildEmployee(daybook.services, location, { firstName: 'Zane', lastName: 'Zvirbule', actions: ['user'] });
await write.insertInto('groups').values({ id: randomUUIDv7(), name: 'Front desk' }).execute();

const switchOf = (page: Page, who: string, what: string) =>
  page.getByRole('group', { name: who }).getByRole('switch', { name: what, exact: true });
async function actionsOf(userId: string): Promise<string[]> {
  const rows = await read
    .selectFrom('userActions as own')
    .innerJoin('actions as a', 'a.id', 'own.actionId')
    .select('a.name')
    .where('own.userId', '=', userId)
    .orderBy('a.name')
    .execute();
  return rows.map(({ name }) => name);
}
const saved = (page: Page) => page.waitForResponse((answer) => /Update(Acl|Group|Location)$/.test(answer.url()));

test('an administrator grants and revokes rights by mouse and keyboard, and a refused change reverts', async () => {
  const page = await openAs(daybook, browser, admin, '/app/company/employees/rights/actions?order=Person');
  const administrator = switchOf(page, 'Mara Ozola', 'Administrator');
  await administrator.waitFor();
  await axeBothSchemes(page, 'actions of people');
  await Promise.all([saved(page), administrator.click({ force: true })]);
  assert.deepEqual(await actionsOf(mara.userId), ['admin', 'user']);
  await administrator.focus();
  await Promise.all([saved(page), page.keyboard.press('Space')]);
  assert.deepEqual(await actionsOf(mara.userId), ['user']);
  await page.keyboard.press('Home');
  await page.keyboard.press('ArrowRight');
  await hasFocus(switchOf(page, 'Mara Ozola', 'Location administrator'));
  await page.keyboard.press('ArrowDown');
  // The administrator's own switches are locked and show why.
  await hasFocus(switchOf(page, 'Zane Zvirbule', 'Location administrator'));
  await page.getByText('You cannot do this to your own account.').waitFor();
  // A refused change reverts and shows the reason.
  await page.route('**/UpdateAcl', (route) => route.abort());
  await administrator.press('Space');
  await page.getByText('The server cannot be reached.').first().waitFor();
  assert.equal(await administrator.isChecked(), false);
  await page.unroute('**/UpdateAcl');
  for (const kind of ['Groups', 'Locations', 'Pages']) {
    await page.getByRole('navigation', { name: 'Kinds of permissions' }).getByRole('link', { name: kind }).click();
    await page.getByRole('heading', { level: 1, name: `Employee ${kind}` }).waitFor();
  }
  await page.getByRole('link', { name: 'Mara Ozola' }).click();
  const desk = page.getByRole('region', { name: 'Permissions' }).getByRole('switch', { name: 'Front desk' });
  await desk.focus();
  await Promise.all([saved(page), page.keyboard.press('Space')]);
  assert.equal(await desk.isChecked(), true);
  await Promise.all([saved(page), page.keyboard.press('Space')]);
  await axeBothSchemes(page, 'rights of one person');
  await page.context().close();
});

test('rights are searched, sorted, filtered and exported, and the address holds the state', async () => {
  const page = await openAs(daybook, browser, admin, '/app/company/employees/rights/actions');
  const people = page.getByRole('main').getByRole('heading', { level: 2 });
  await switchOf(page, 'Mara Ozola', 'Administrator').waitFor();
  const order = page.getByRole('combobox', { name: 'Sort by' });
  assert.equal(await order.inputValue(), 'Person');
  assert.equal(await people.last().textContent(), 'Zane Zvirbule');
  await order.selectOption('Last name ↑');
  await page.waitForURL(/order=LastName/);
  await page.getByRole('main').getByRole('listitem').last().filter({ hasText: 'Zane' }).waitFor();
  await searchFor(page, 'user: ozola, action: location admin');
  await page.waitForURL(/search=/);
  await page.getByText('Person: ozola').waitFor();
  const only = switchOf(page, 'Mara Ozola', 'Location administrator');
  await only.waitFor();
  await switchOf(page, 'Zane Zvirbule', 'User').waitFor({ state: 'hidden' });
  assert.equal(await page.getByRole('switch').count(), 1);
  await axeBothSchemes(page, 'actions of people, searched');
  await page.getByRole('button', { name: 'Export' }).click();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: 'As CSV' }).click(),
  ]);
  assert.match(download.suggestedFilename(), /^useractions-.*\.csv$/);
  const [titles, ...rows] = readFileSync(await download.path(), 'utf8')
    .slice(1)
    .trim()
    .split('\r\n');
  assert.equal(titles, 'Person,Sign-in e-mail,First name,Last name,Role,Granted');
  assert.equal(rows.length, 1);
  assert.match(rows[0] ?? '', /Mara,Ozola,Location administrator,No$/);
  await page.getByRole('button', { name: 'Clear the filters' }).click();
  await switchOf(page, 'Zane Zvirbule', 'User').waitFor();
  await page.getByRole('button', { name: 'Filter' }).click();
  await page.getByRole('combobox', { name: 'Granted' }).selectOption('Yes');
  await page.waitForURL(/only=/);
  await switchOf(page, 'Mara Ozola', 'Administrator').waitFor({ state: 'hidden' });
  assert.ok(await switchOf(page, 'Mara Ozola', 'User').isChecked());
  await page.reload();
  await page.getByText('Granted: Yes').waitFor();
  await page.context().close();
});

test('rights fit a phone', async () => {
  const page = await openAs(daybook, browser, admin, '/app/company/employees/rights/pages', widths.phone);
  await switchOf(page, 'Mara Ozola', 'E-mails').waitFor();
  await axeBothSchemes(page, 'pages of people');
  // A page that the role opens is on, and locked with the reason.
  const ofMara = page.getByRole('group', { name: 'Mara Ozola' });
  const byRole = ofMara.getByRole('switch', { name: 'Calendar Already granted by a role or group.' });
  assert.deepEqual([await byRole.isChecked(), await byRole.isEnabled()], [true, false]);
  const mails = switchOf(page, 'Mara Ozola', 'E-mails');
  assert.deepEqual([await mails.isChecked(), await mails.isEnabled()], [false, true]);
  await page.getByRole('combobox', { name: 'Sort by' }).selectOption('Page ↑');
  await page.waitForURL(/order=Name/);
  await searchFor(page, 'mara, page: mails');
  await page.getByText('Page: mails').waitFor();
  await axeBothSchemes(page, 'pages of people, searched');
  await page.context().close();
});

test('removing an employee and deleting an account ask first and name the person', async () => {
  const page = await openAs(daybook, browser, admin, '/app/company/employees');
  await page.getByRole('button', { name: `Actions for ${admin.firstName} ${admin.lastName}`.trim() }).click();
  await page
    .getByRole('menuitem', { name: /Remove from the company.*You cannot do this to your own account/ })
    .waitFor();
  await page.keyboard.press('Escape');
  for (const [name, verb, done] of [
    ['Mara Ozola', 'Remove from the company', 'is removed from the company'],
    ['Zane Zvirbule', 'Delete the account', 'is deleted'],
  ] as const) {
    await page.getByRole('button', { name: `Actions for ${name}` }).click();
    await page.getByRole('menuitem', { name: verb }).click();
    const question = page.getByRole('dialog', { name: new RegExp(`${name}.*\\?`) });
    await question.getByRole('button', { name: verb }).click();
    await page.getByText(done).first().waitFor();
    await page.getByRole('button', { name, exact: true }).waitFor({ state: 'hidden' });
  }
  await page.context().close();
});

test('before a person leaves, a colleague takes over their appointments, or they are cancelled', async () => {
  const { location, employee: boss } = await buildBusiness(daybook.services, { actions: ['admin'] });
  const named = (firstName: string) => buildEmployee(daybook.services, location, { firstName, lastName: 'Liepa' });
  const [anna, berta] = [await named('Anna'), await named('Berta')];
  await buildEvent(daybook.services, anna, { start: at('10:00'), title: 'Cut', name: 'Mara' });
  await buildEvent(daybook.services, anna, { start: at('12:00'), title: 'Cut', name: 'Lena' });
  await buildEvent(daybook.services, berta, { start: at('12:00'), title: 'Meeting' });
  const page = await openAs(daybook, browser, boss, '/app/company/employees');
  await page.getByRole('button', { name: 'Actions for Anna Liepa' }).click();
  await page.getByRole('menuitem', { name: 'Remove from the company' }).click();
  const leaving = page.getByRole('dialog', { name: 'Anna Liepa has 2 appointments to come' });
  await leaving.getByLabel('Colleague', { exact: true }).selectOption('Berta Liepa (can do 2 of 2)');
  await axeBothSchemes(page, 'appointments of a person who leaves');
  await leaving.getByRole('button', { name: 'Remove from the company' }).click();
  const rest = page.getByRole('dialog', { name: 'Anna Liepa has one appointment to come' });
  await rest.getByText(/Lena: the time is taken/).waitFor();
  if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/leaving.png` });
  await rest.getByLabel('Cancel them').check();
  await rest.getByRole('button', { name: 'Remove from the company' }).click();
  await page.getByText('Anna Liepa is removed from the company.').first().waitFor();
  const visits = await read
    .selectFrom('appointments')
    .select(['name', 'status', 'calendarId'])
    .where('companyId', '=', boss.companyId)
    .where('name', '<>', '')
    .orderBy('startAt')
    .execute();
  assert.deepEqual(
    visits.map(({ name, status, calendarId }) => [name, status, calendarId === berta.calendarId]),
    [
      ['Mara', 'confirmed', true],
      ['Lena', 'cancelled', false],
    ],
  );
  await page.context().close();
});

test('an operator grants rights to people of every company and to groups', async () => {
  const operator = (await buildBusiness(daybook.services, { actions: ['sys'] })).employee;
  const page = await openAs(daybook, browser, operator, '/app/system/user-management/group-rights/actions');
  const group = switchOf(page, 'Front desk', 'Location administrator');
  await group.focus();
  await Promise.all([saved(page), page.keyboard.press('Space')]);
  assert.equal((await read.selectFrom('groupActions').selectAll().execute()).length, 1);
  await page.getByRole('link', { name: 'Employee permissions' }).click();
  await page.getByRole('heading', { level: 1, name: 'Employee roles' }).waitFor();
  await axeBothSchemes(page, 'actions of people everywhere');
  await page.getByRole('link', { name: `${admin.firstName} ${admin.lastName}`.trim() }).click();
  const editor = page.getByRole('dialog');
  const language = await editor.getByRole('combobox', { name: 'Language' }).boundingBox();
  const facts = await editor.locator('dl').boundingBox();
  assert.ok(language && facts && facts.y - language.y - language.height >= 16, 'what is known stands off the fields');
  await editor.getByRole('button', { name: 'Remove from the company' }).click();
  await page
    .getByRole('dialog', { name: new RegExp(company.name) })
    .getByRole('button', { name: 'Remove from the company' })
    .click();
  await page.getByText('The company needs at least one administrator.').first().waitFor();
  await axeBothSchemes(page, 'rights of one person everywhere');
  await page.context().close();
});

test('an operator marks the address of a person as verified, which is asked first', async () => {
  const operator = (await buildBusiness(daybook.services, { actions: ['sys'] })).employee;
  for (const [name, size] of Object.entries(widths)) {
    const lastName = `Newcomer-${name}`;
    const person = { firstName: 'Ieva', lastName, isEMailVerified: false };
    const { userId } = await buildEmployee(daybook.services, location, person);
    const page = await openAs(daybook, browser, operator, `/app/system/user-management?search=${lastName}`, size);
    await page.getByRole('button', { name: `Actions for Ieva ${lastName}` }).click();
    if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/verify-menu-${name}.png` });
    await page.getByRole('menuitem', { name: 'Mark the address as verified' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('Do this only if you know that').waitFor();
    await axeBothSchemes(page, 'mark an address as verified');
    await dialog.getByRole('button', { name: 'Mark the address as verified' }).click();
    await page.getByText(`The address of Ieva ${lastName} is verified.`).first().waitFor();
    const { eMailVerifiedAt } = await read
      .selectFrom('users')
      .select('eMailVerifiedAt')
      .where('id', '=', userId)
      .executeTakeFirstOrThrow();
    assert.ok(eMailVerifiedAt);
    await page.getByRole('button', { name: `Actions for Ieva ${lastName}` }).click();
    await page
      .getByRole('menuitem', { name: 'Mark the address as verified' })
      .getByText('This address is verified.')
      .waitFor();
    await page.context().close();
  }
});

test('an operator deletes the account of a person without a company', async () => {
  const operator = (await buildBusiness(daybook.services, { actions: ['sys'] })).employee;
  const leaver = await buildEmployee(daybook.services, location, { firstName: 'Liga', lastName: 'Leaver' });
  await write.deleteFrom('employees').where('userId', '=', leaver.userId).execute();
  const page = await openAs(daybook, browser, operator, '/app/system/user-management?search=leaver');
  await page.getByRole('button', { name: 'Actions for Liga Leaver' }).click();
  assert.ok(await page.getByRole('menuitem', { name: 'Remove from the company' }).isDisabled());
  await page.getByRole('menuitem', { name: 'Delete the account' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete the account' }).click();
  await page.getByText('The account of Liga Leaver is deleted.').first().waitFor();
  assert.deepEqual(await read.selectFrom('users').select('id').where('id', '=', leaver.userId).execute(), []);
  await page.context().close();
});
