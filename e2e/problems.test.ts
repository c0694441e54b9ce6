// An administrator sends messages that did not arrive again, and the operator tests a bounce mailbox and a domain.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, test } from 'node:test';
import { buildBusiness } from '#server/testing/build/business.ts';
import { buildMail } from '#server/testing/build/mail.ts';
import { openDnsServer } from '#server/testing/servers/dns.ts';
import { openImapServer } from '#server/testing/servers/imap.ts';
import { openApp } from './lib/app.ts';
import { axeBothSchemes, noHorizontalScroll, openBrowser, widths } from './lib/browser.ts';
import { openAs } from './lib/staff.ts';

const dns = await openDnsServer();
const daybook = await openApp({ PRIVATE_HOSTS: '127.0.0.1', DNS_SERVERS: dns.address });
const browser = await openBrowser();
after(() => browser[Symbol.asyncDispose]());
after(() => daybook[Symbol.asyncDispose]());
after(() => dns[Symbol.asyncDispose]());

test('messages that did not arrive are sent again or given up together, and the menu counts them', async () => {
  const { employee, company } = await buildBusiness(daybook.services, { actions: ['admin'] });
  for (const toEMail of ['anna@example.test', 'berta@example.test', 'carla@example.test']) {
    const answer = '550 5.7.1 Refused';
    await buildMail(daybook.services, { companyId: company.id, toEMail, state: 'failed', reason: 'refused', answer });
  }
  const page = await openAs(daybook, browser, employee, '/app/company/problems');
  await page.getByText('3 messages did not arrive').first().waitFor({ state: 'attached' });
  for (const name of ['anna', 'berta']) {
    await page.getByRole('checkbox', { name: new RegExp(`Select ${name}`) }).check();
  }
  await axeBothSchemes(page, 'messages that did not arrive');
  await page.getByRole('button', { name: 'Send again' }).click();
  await page.getByText('2 messages are sent again.').first().waitFor();
  const mail = await daybook.mail.next(({ envelope }) => envelope.to.includes('berta@example.test'));
  assert.ok(mail.subject);
  await page.getByRole('button', { name: 'carla@example.test' }).first().click();
  await page.getByRole('dialog').getByText('550 5.7.1 Refused').first().waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: /Actions for carla/ }).click();
  await page.getByRole('menuitem', { name: 'Give up' }).click();
  const question = page.getByRole('dialog', { name: 'Give up 1 message?' });
  await question.getByRole('button', { name: 'Cancel' }).click();
  await page.getByText('1 message did not arrive').first().waitFor({ state: 'attached' });
  await page.getByRole('button', { name: /Actions for carla/ }).click();
  await page.getByRole('menuitem', { name: 'Give up' }).click();
  await question.getByRole('button', { name: 'Give up' }).click();
  await page.getByText('No message of this period failed, came back or waits.').waitFor();
  await page.getByText('messages did not arrive').first().waitFor({ state: 'detached' });
});

test('in German and Latvian, the words of states and reasons are whole, on a phone too', async () => {
  const { employee, company } = await buildBusiness(daybook.services, { actions: ['admin'] });
  const failures = [
    { state: 'kept', reason: 'kept' },
    { state: 'failed', reason: 'givenUp' },
    { state: 'undelivered', reason: 'bounced' },
  ];
  for (const failure of failures) {
    await buildMail(daybook.services, { companyId: company.id, toEMail: `${failure.state}@example.test`, ...failure });
  }
  const words = {
    de: {
      state: 'Gespeichert, nicht gesendet: kein Mailserver',
      reasons: ['Nach vielen Versuchen aufgegeben', 'Postfach existiert nicht'],
      period: 'Letzter Monat',
    },
    lv: {
      state: 'Saglabāts, nav nosūtīts: nav pasta servera',
      reasons: ['Pārtraukts pēc vairākiem mēģinājumiem', 'Pastkaste neeksistē'],
      period: 'Pēdējais mēnesis',
    },
  };
  const page = await openAs(daybook, browser, employee, '/app/company/problems');
  for (const [language, { state, reasons, period }] of Object.entries(words)) {
    const saved = page.waitForResponse(/SetCurrentLanguage/);
    await page.getByRole('banner').getByRole('combobox').last().selectOption(language);
    await saved;
    for (const { viewport } of Object.values(widths)) {
      await page.setViewportSize(viewport);
      for (const [path, shown] of [
        ['/app/company/problems', [state, ...reasons, period]],
        ['/app/company/email/messages', [state]],
      ] as const) {
        await page.goto(`${daybook.url}${path}`);
        for (const text of shown) {
          const found = page.getByText(text, { exact: true }).filter({ visible: true }).last();
          await found.waitFor();
          const isWhole = await found.evaluate((element) => {
            const { right, bottom } = element.getBoundingClientRect();
            const cell = (element.closest('td, dd') ?? element).getBoundingClientRect();
            const { scrollWidth, clientWidth } = element;
            return scrollWidth <= Math.max(clientWidth, 1) + 1 && right <= cell.right + 1 && bottom <= cell.bottom + 1;
          });
          assert.ok(isWhole, `${text} is cut off at ${viewport.width} px`);
        }
        await axeBothSchemes(page, `${path} in ${language}`);
      }
    }
    await page.setViewportSize(widths.wide.viewport);
    await page.goto(`${daybook.url}/app/company/problems`);
  }
});

test('a bounce mailbox is tested, and a domain is looked up', async () => {
  await using store = await openImapServer();
  const { employee } = await buildBusiness(daybook.services, { actions: ['sys'] });
  dns.zone.set('daybook.test', { txt: ['v=spf1 mx -all'], mx: [[10, 'mx.daybook.test']] });
  const page = await openAs(daybook, browser, employee, '/app/system/email/bounces');
  await page.getByRole('button', { name: 'New mailbox' }).first().click();
  const editor = page.getByRole('dialog', { name: 'New mailbox' });
  await editor.getByLabel('Label').fill('Returns');
  await editor.getByLabel('Host').fill('127.0.0.1');
  await editor.getByRole('textbox', { name: 'Port', exact: true }).fill(String(store.port));
  await editor.getByRole('switch', { name: /TLS/ }).uncheck({ force: true });
  await editor.getByLabel('User').fill('bounces');
  await editor.getByLabel('Password', { exact: true }).fill('secret');
  await editor.getByRole('button', { name: 'Save' }).click();
  await page.getByText('“Returns” is saved.').first().waitFor();
  await page.getByRole('button', { name: 'Actions for Returns' }).click();
  await page.getByRole('menuitem', { name: 'Test the mailbox' }).click();
  const dialog = page.getByRole('dialog', { name: 'Test “Returns”' });
  await dialog.getByText('The mailbox can be read.').waitFor();
  await axeBothSchemes(page, 'a test of a bounce mailbox');
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  await page.goto(`${daybook.url}/app/system/email/domains`);
  await page.getByText('v=spf1 mx -all').first().waitFor();
  await page.getByText('Answers to your e-mails arrive there.').waitFor();
  await axeBothSchemes(page, 'the records of a domain');
});

test('the operator reads a report that was not understood as text', async () => {
  const { employee } = await buildBusiness(daybook.services, { actions: ['sys'] });
  const words = '<script>document.title = "gone"</script>\n<b>Nie dostarczono</b>';
  await daybook.services.database.write
    .insertInto('unclearReports')
    .values({
      ...{ id: randomUUID(), createdAt: daybook.services.clock.now(), mailbox: 'Returns', reason: 'unclear' },
      ...{ sender: 'mailer-daemon@example.com', subject: 'Zwrot poczty', message: words },
    })
    .execute();
  for (const view of [widths.wide, widths.phone]) {
    const page = await openAs(daybook, browser, employee, '/app/system/email/unclear-reports', view);
    await page.getByText('It says nothing clear').first().waitFor();
    await axeBothSchemes(page, 'unclear reports');
    await page.getByText('Zwrot poczty').first().click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('<b>Nie dostarczono</b>').waitFor();
    assert.notEqual(await page.title(), 'gone');
    await noHorizontalScroll(page);
    await axeBothSchemes(page, 'an unclear report');
  }
});
