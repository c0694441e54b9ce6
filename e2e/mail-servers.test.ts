// An operator configures and tests a mail server and sees its response, good or bad.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, test } from 'node:test';
import { pauseRoute } from '#server/messaging/outbox/route-states.ts';
import { buildBusiness } from '#server/testing/build/business.ts';
import { buildMail } from '#server/testing/build/mail.ts';
import { openApp } from './lib/app.ts';
import { axeBothSchemes, hasFocus, noHorizontalScroll, openBrowser, widths } from './lib/browser.ts';
import { expectList, navigateTo } from './lib/list.ts';
import { openAs } from './lib/staff.ts';

const daybook = await openApp({ PRIVATE_HOSTS: '127.0.0.1' });
const browser = await openBrowser();
after(() => browser[Symbol.asyncDispose]());
after(() => daybook[Symbol.asyncDispose]());

test('a test e-mail is sent through a new server, and an unreachable server shows an error', async () => {
  const { employee } = await buildBusiness(daybook.services, { actions: ['sys'] });
  const page = await openAs(daybook, browser, employee, '/app/system/email/smtps');
  async function add(key: string, port: string): Promise<void> {
    await page.getByRole('button', { name: 'New mail server' }).first().click();
    const editor = page.getByRole('dialog', { name: 'New mail server' });
    await editor.getByLabel('Key').fill(key);
    await editor.getByLabel('Host').fill('127.0.0.1');
    await editor.getByLabel('Port').fill(port);
    await editor.getByRole('switch', { name: /SSL|Encrypted|TLS/ }).uncheck({ force: true });
    await editor.getByRole('button', { name: 'Save' }).click();
    await page.getByText(`“${key}” is saved.`).first().waitFor();
  }
  async function tryOut(key: string) {
    await page.getByRole('button', { name: `Actions for ${key}` }).click();
    await page.getByRole('menuitem', { name: 'Send a test e-mail' }).click();
    return page.getByRole('dialog', { name: `Test “${key}”` });
  }
  await add('Own post', new URL(daybook.mail.url).port);
  const good = await tryOut('Own post');
  await good.getByText(`The server accepted the e-mail to ${employee.logIn}.`).waitFor();
  await axeBothSchemes(page, 'a test of a mail server');
  await good.getByRole('button', { name: 'Close' }).last().click();
  const mail = await daybook.mail.next(({ envelope }) => envelope.to.includes(employee.logIn));
  assert.match(mail.text ?? '', /to test a mail server/);

  await add('Gone post', '9');
  const bad = await tryOut('Gone post');
  await bad.getByText(`The e-mail to ${employee.logIn} was not sent.`).waitFor();
  await bad.getByText(/ECONNREFUSED/).waitFor();
});

test('a paused mail server is shown with its reason, and resumed', async () => {
  const { employee } = await buildBusiness(daybook.services, { actions: ['sys'] });
  const { write } = daybook.services.database;
  const id = randomUUID();
  await write.insertInto('smtpSettings').values({ id, key: 'Slow post', host: '127.0.0.1', port: 9 }).execute();
  await pauseRoute(daybook.services, id, { reason: '554 No service', refusesAll: false });
  for (const view of [widths.wide, widths.phone]) {
    const page = await openAs(daybook, browser, employee, '/app/system/email/smtps', view);
    const notice = page.getByRole('status').filter({ hasText: '“Slow post” is paused' });
    await notice.getByText('554 No service').waitFor();
    await noHorizontalScroll(page);
    await axeBothSchemes(page, 'a paused mail server');
    if (view === widths.wide) continue;
    await notice.getByRole('button', { name: 'Resume' }).click();
    await page.getByText('“Slow post” sends again.').first().waitFor();
    await notice.waitFor({ state: 'detached' });
  }
  const state = await write.selectFrom('routes').select('pauses').where('id', '=', id).executeTakeFirstOrThrow();
  assert.equal(state.pauses, 0);
  await write.deleteFrom('smtpSettings').where('id', '=', id).execute();
});

test('the lists of mail servers and SMS gateways show the purposes without sideways scrolling', async () => {
  const { employee } = await buildBusiness(daybook.services, { actions: ['sys'] });
  const page = await openAs(daybook, browser, employee, '/app/system/email/smtps', widths.wide);
  await expectList(page, 'Mail servers');
  for (const name of ['Accounts', 'Appointments', 'Campaigns', 'Default']) {
    await page.getByRole('columnheader', { name }).waitFor();
  }
  await navigateTo(page, '/app/system/sms/gateways');
  await expectList(page, 'SMS gateways');
});

test('mails from the time without a server leave when the operator says so, and are counted by kind', async () => {
  const { employee } = await buildBusiness(daybook.services, { actions: ['sys'] });
  const keep = (kind: { causeKind: string; purpose?: string; toEMail: string; createdAt?: Temporal.Instant }) =>
    buildMail(daybook.services, { state: 'kept', ...kind });
  const longAgo = daybook.services.clock.now().subtract({ hours: 8 * 24 });
  await keep({ causeKind: 'account.invoice', purpose: 'account', toEMail: 'kept@example.test' });
  await keep({ causeKind: 'account.exists', purpose: 'account', toEMail: 'late@example.test', createdAt: longAgo });
  for (const view of [widths.phone, widths.wide]) {
    const page = await openAs(daybook, browser, employee, '/app/system/email/smtps', view);
    const panel = page.getByRole('region', { name: 'E-mails from the time without a mail server' });
    await panel.getByText('Invoices 1').waitFor();
    await panel.getByText('Accounts and sign-in links 1').waitFor();
    await noHorizontalScroll(page);
    await axeBothSchemes(page, 'kept e-mails');
    if (view === widths.phone) continue;
    await panel.getByRole('button', { name: 'Send' }).click();
    const question = page.getByRole('dialog', { name: 'Send the e-mails that were not sent (2)?' });
    await question.getByRole('button', { name: 'Cancel' }).click();
    await panel.getByRole('button', { name: 'Send' }).click();
    await question.getByRole('button', { name: 'Send' }).click();
    await panel.getByText('1 sent, 1 expired.').waitFor();
    await hasFocus(panel);
    await daybook.mail.next(({ envelope }) => envelope.to.includes('kept@example.test'));
    await keep({ causeKind: 'account.invite', purpose: 'account', toEMail: 'kept@example.test' });
    await panel.getByText('Invitations 1').waitFor();
    await panel.getByRole('button', { name: 'Discard' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Discard' }).click();
    await panel.getByText('1 discarded.').waitFor();
    await axeBothSchemes(page, 'the result of kept e-mails');
  }
});
